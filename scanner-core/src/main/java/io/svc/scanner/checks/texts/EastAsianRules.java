package io.svc.scanner.checks.texts;

import io.svc.scanner.checks.texts.InjectionScore.Indicator;
import java.util.List;

/**
 * The indicators for Chinese, Japanese and Korean, which do not separate words by blanks.
 * Instructions are recognized by words within a few characters of each other.
 */
final class EastAsianRules {
  private static final char FIRST = 0x2E80;
  private static final int NEAR = 24;

  private static final List<String> PRIOR =
      List.of(
          "之前", "以上", "先前", "前面", "上述", "所有", "原有", "此前", "以前", "これまで", "上記", "すべて", "全て", "前の",
          "이전", "위의", "앞의", "기존", "모든");
  private static final List<String> INSTRUCTIONS =
      List.of(
          "指令", "指示", "提示", "规则", "規則", "说明", "說明", "命令", "プロンプト", "ルール", "지시", "명령", "지침", "프롬프트");
  private static final List<String> IGNORE =
      List.of("忽略", "无视", "無視", "忘记", "忘記", "忽視", "忘れ", "무시", "잊");

  private static final List<String> USER = List.of("用户", "用戶", "使用者", "ユーザー", "利用者", "사용자");
  private static final List<String> SILENT =
      List.of(
          "不要告诉", "不要告訴", "不要通知", "不要提及", "不要透露", "不要让", "不要讓", "不得告知", "不得透露", "别告诉", "別告訴",
          "请勿告知", "請勿告知", "勿告知", "切勿告知", "不能告诉", "隐瞒", "隱瞞", "言わない", "伝えない", "知らせない", "教えない",
          "通知しない", "明かさない", "気付かれ", "말하지", "알리지", "언급하지", "모르게");

  private static final List<String> SEND =
      List.of("发送", "發送", "上传", "上傳", "送信", "アップロード", "전송", "보내", "업로드");
  private static final List<String> READ = List.of("读取", "讀取", "読み", "읽");

  private EastAsianRules() {}

  /** Returns whether a text contains characters of these languages. */
  static boolean mayApply(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST) {
        return true;
      }
    }
    return false;
  }

  /** Scores a complete text. Paths and addresses in it are found by the other rules. */
  static void judge(String text, boolean hasPath, boolean hasAddress, InjectionScore score) {
    for (String ignore : IGNORE) {
      int at = text.indexOf(ignore);
      while (at >= 0) {
        String around = text.substring(Math.max(0, at - NEAR), Math.min(text.length(), at + NEAR));
        if (hasAny(around, PRIOR) && hasAny(around, INSTRUCTIONS)) {
          score.add(Indicator.OVERRIDE, 10);
        }
        at = text.indexOf(ignore, at + 1);
      }
    }
    for (String silent : SILENT) {
      int at = text.indexOf(silent);
      while (at >= 0) {
        String around = text.substring(Math.max(0, at - NEAR), Math.min(text.length(), at + NEAR));
        if (hasAny(around, USER)) {
          score.add(Indicator.CONCEAL, 10);
        }
        at = text.indexOf(silent, at + 1);
      }
    }
    if (hasPath && hasAny(text, READ)) {
      score.add(Indicator.READ_SECRET, 6);
    }
    if (hasAddress && hasAny(text, SEND)) {
      score.add(Indicator.SEND, 4);
      score.add(Indicator.DESTINATION, 2);
    }
  }

  private static boolean hasAny(String text, List<String> words) {
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
