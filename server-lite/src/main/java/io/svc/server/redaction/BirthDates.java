package io.svc.server.redaction;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates of birth: dates near a word for it, in common formats. */
final class BirthDates implements Recognizer {
  private static final double DATE = 0.2;
  private static final double BIRTH = 0.85;
  private static final int FIRST_YEAR = 1880;
  private static final int LAST_YEAR = 2039;

  private static final String END = "(?!\\d)(?![\\p{L}&&[^Tt]])";

  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile(
              "(?<![\\p{L}\\d])(?<y>\\d{4})[-/. ](?<m>\\d{1,2})[-/. ](?<d>\\d{1,2})" + END),
          Pattern.compile(
              "(?<!\\d)(?<y>\\d{4})\\s?[年년]\\s?(?<m>\\d{1,2})\\s?[月월]\\s?(?<d>\\d{1,2})[日일]"),
          Pattern.compile("(?<![\\p{L}\\d])(?<y>\\d{4})(?<m>\\d{2})(?<d>\\d{2})" + END),
          Pattern.compile(
              "(?<![\\p{L}\\d])(?<d>\\d{1,2})[-/. ]\\s?(?<m>\\d{1,2})[-/. ]\\s?(?<y>\\d{4}|\\d{2})"
                  + END));

  private static final List<Pattern> NAMED =
      List.of(
          Pattern.compile(
              "(?<![\\p{L}\\d])(?<d>\\d{1,2})(?:st|nd|rd|th|er|[.º])?(?: de| of)?[- ]"
                  + "(?<n>\\p{L}{3,12})\\.?,?(?: de| del)?[- ](?<y>\\d{4}|\\d{2})"
                  + END),
          Pattern.compile(
              "(?<!\\p{L})(?<n>\\p{L}{3,12})\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})"
                  + END));

  /** Prefixes of month names, in the languages of the words below. */
  private static final ContextWords MONTHS =
      new ContextWords(
          List.of("may", "mai", "maj", "mei"),
          List.of(
              "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "okt", "nov", "dec",
              "dez", "mär", "maart", "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set",
              "ott", "mayo", "maio", "fev", "fév", "avr", "juin", "juil", "aoû", "déc", "out",
              "des", "sty", "lut", "kwi", "cze", "lip", "sie", "wrz", "paź", "lis", "gru", "tammi",
              "helmi", "maalis", "huhti", "touko", "kesä", "heinä", "elo", "syys", "loka", "marras",
              "joulu", "янв", "фев", "мар", "апр", "мая", "июн", "июл", "авг", "сен", "окт", "ноя",
              "дек"));

  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("dob", "d.o.b", "born", "geb", "né", "née", "nato", "nata", "bday"),
          WordListParser.list(
              """
              birth född födelse født fødsel syntym synt. geboren geburt geboorte naissance
              nacimiento nacid nascimento nascid nascita urodz narozen doğum рожд родил 出生 生年月日 生まれ
              生日 생년월일"""));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    if (!passage.mentions(CONTEXT)) {
      return;
    }
    for (Pattern form : FORMS) {
      Matcher date = form.matcher(passage.text());
      while (date.find()) {
        int month = Integer.parseInt(date.group("m"));
        int day = Integer.parseInt(date.group("d"));
        if (CalendarDay.exists(month, day) || CalendarDay.exists(day, month)) {
          judge(passage, date, matches);
        }
      }
    }
    for (Pattern form : NAMED) {
      Matcher date = form.matcher(passage.text());
      while (date.find()) {
        int day = Integer.parseInt(date.group("d"));
        if (day >= 1 && day <= 31 && MONTHS.occurIn(date.group("n").toLowerCase(Locale.ROOT))) {
          judge(passage, date, matches);
        }
      }
    }
  }

  private static void judge(TextWithContext passage, Matcher date, RecognitionCollector matches) {
    int year = Integer.parseInt(date.group("y"));
    if (date.group("y").length() == 4 && (year < FIRST_YEAR || year > LAST_YEAR)) {
      return;
    }
    boolean isBirth = passage.isClosest(CONTEXT, date.start(), date.end());
    matches.add(EntityType.DATE_OF_BIRTH, date.start(), date.end(), isBirth ? BIRTH : DATE);
  }

  /** Checks days of a year that can be a leap year. */
  static final class CalendarDay {
    private static final int[] LENGTHS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private CalendarDay() {}

    static boolean exists(int month, int day) {
      return month >= 1 && month <= 12 && day >= 1 && day <= LENGTHS[month - 1];
    }
  }
}
