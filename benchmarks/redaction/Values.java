package redaction;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Values of each type, and what only looks like one. */
final class Values {
  private static final Function<Draw, String> EMAIL =
      draw ->
          draw.one(List.of("", draw.word() + "."))
              + draw.word()
              + draw.one(List.of("", "+" + draw.word(), draw.digits(2)))
              + "@"
              + draw.word()
              + draw.one(List.of(".example", ".com", ".co.uk", ".se", ".de", ".io", ".corp"));

  private static final List<Function<Draw, String>> PHONES =
      List.of(
          draw -> "+46 7" + draw.one(List.of("0", "2", "3", "6", "9")) + " " + group(draw, 3, 2, 2),
          draw -> "+1 202-555-01" + draw.digits(2),
          draw -> "(212) 555-01" + draw.digits(2),
          draw -> "+44 7700 900" + draw.digits(3),
          draw -> "+4915" + draw.one(List.of("1", "2", "7")) + draw.digits(8),
          draw -> "+33 6 " + group(draw, 2, 2, 2, 2),
          draw -> "+34 6" + draw.digits(2) + " " + group(draw, 3, 3),
          draw -> "070-" + group(draw, 3, 2, 2),
          draw -> "07700 900" + draw.digits(3),
          draw -> "06 " + group(draw, 2, 2, 2, 2));

  private static final List<Function<Draw, String>> CARDS =
      List.of(
          draw -> card(Draw.luhn("4" + draw.digits(14)), draw, 4),
          draw -> card(Draw.luhn("5" + (1 + draw.below(5)) + draw.digits(13)), draw, 4),
          draw -> card(Draw.luhn("37" + draw.digits(12)), draw, 4, 6, 5),
          draw -> card(Draw.luhn("6011" + draw.digits(11)), draw, 4),
          draw -> card(Draw.luhn("3530" + draw.digits(11)), draw, 4));

  private static final List<Function<Draw, String>> IBANS =
      List.of(
          draw -> Draw.iban("SE", draw.digits(20)),
          draw -> Draw.iban("DE", draw.digits(18)),
          draw -> Draw.iban("GB", draw.of("ABCDEFGH", 4) + draw.digits(14)),
          draw -> Draw.iban("FR", draw.digits(23)),
          draw -> Draw.iban("NL", draw.of("ABCDEFGH", 4) + draw.digits(10)),
          draw -> Draw.iban("ES", draw.digits(20)),
          draw -> Draw.iban("NO", draw.digits(11)));

  /** By label. */
  static final Map<String, Function<Draw, String>> OF_TYPE = new TreeMap<>();

  /** What is none of them, by a name for the report. */
  static final Map<String, Function<Draw, String>> LOOKALIKES = new TreeMap<>();

  static {
    OF_TYPE.put("EMAIL_ADDRESS", EMAIL);
    OF_TYPE.put("PHONE_NUMBER", draw -> draw.one(PHONES).apply(draw));
    OF_TYPE.put("CREDIT_CARD", draw -> draw.one(CARDS).apply(draw));
    OF_TYPE.put(
        "IBAN_CODE",
        draw -> {
          String plain = draw.one(IBANS).apply(draw);
          return draw.below(2) == 0 ? plain : Draw.grouped(plain, " ", 4);
        });
    OF_TYPE.put("IP_ADDRESS", Values::address);
    OF_TYPE.put("MAC_ADDRESS", draw -> Draw.grouped("3c" + draw.hex(10), ":", 2));
    OF_TYPE.put(
        "US_SSN",
        draw ->
            (100 + draw.below(500))
                + "-"
                + (10 + draw.below(90))
                + "-"
                + (1000 + draw.below(9000)));
    OF_TYPE.put("SE_PERSONNUMMER", Values::personnummer);
    OF_TYPE.put(
        "UK_NINO",
        draw -> {
          String plain =
              draw.of("ABCEHJKLMPRSTWXY", 1)
                  + draw.of("ACEHJLMPRSWXY", 1)
                  + draw.digits(6)
                  + draw.of("ABCD", 1);
          return draw.below(2) == 0 ? plain : Draw.grouped(plain, " ", 2);
        });
    OF_TYPE.put("PASSPORT_NUMBER", draw -> draw.of("ABCXYZ", 2) + draw.digits(7));
    OF_TYPE.put("DATE_OF_BIRTH", Values::date);
    OF_TYPE.put(
        "JWT",
        draw ->
            encoded("{\"alg\":\"HS256\"}")
                + "."
                + encoded("{\"sub\":\"" + draw.word() + "\"}")
                + "."
                + draw.base62(43));
    OF_TYPE.put(
        "API_KEY",
        draw ->
            draw.one(
                List.of(
                    "ghp_" + draw.base62(36),
                    "sk_live_" + draw.base62(24),
                    "AKIA" + draw.of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
                    "glpat-" + draw.base62(20))));
    OF_TYPE.put(
        "PASSWORD", draw -> draw.word() + draw.digits(2) + draw.one(List.of("!", "#", "_x")));
    OF_TYPE.put("URL_CREDENTIALS", draw -> draw.word() + ":" + draw.base62(10));

    LOOKALIKES.put(
        "order number",
        draw -> draw.one(List.of("", "ORD-", "#")) + draw.digits(8 + draw.below(5)));
    LOOKALIKES.put(
        "16 digits",
        draw -> Draw.grouped(notLuhn("4" + draw.digits(14)), draw.one(List.of("", " ", "-")), 4));
    LOOKALIKES.put("date", Values::date);
    LOOKALIKES.put(
        "version", draw -> "v" + draw.below(20) + "." + draw.below(20) + "." + draw.below(99));
    LOOKALIKES.put(
        "version of four",
        draw ->
            "version 1"
                + draw.digits(1)
                + ".0."
                + draw.digits(3).replace('0', '1')
                + "."
                + draw.below(90));
    LOOKALIKES.put(
        "time",
        draw -> String.format("%02d:%02d:%02d", draw.below(24), draw.below(60), draw.below(60)));
    LOOKALIKES.put("UUID", draw -> Draw.grouped(draw.hex(32), "-", 8, 4, 4, 4, 12));
    LOOKALIKES.put("digest", draw -> draw.hex(draw.one(List.of(32, 40, 64))));
    LOOKALIKES.put("milliseconds", draw -> "17" + draw.digits(11));
    LOOKALIKES.put(
        "amount",
        draw ->
            Draw.grouped("1" + draw.digits(6), draw.one(List.of(",", " ", ".")), 1, 3, 3) + " EUR");
    LOOKALIKES.put("coordinates", draw -> "59." + draw.digits(7) + ", 18." + draw.digits(7));
    LOOKALIKES.put(
        "package",
        draw -> draw.word() + "@" + draw.below(9) + "." + draw.below(20) + "." + draw.below(9));
    LOOKALIKES.put("handle", draw -> "@" + draw.word());
    LOOKALIKES.put("ISBN", draw -> "978-" + Draw.grouped(draw.digits(10), "-", 1, 4, 4, 1));
    LOOKALIKES.put("parcel", draw -> draw.of("RX", 2) + draw.digits(9) + "SE");
    LOOKALIKES.put(
        "URL", draw -> "https://" + draw.word() + ".example:8443/" + draw.digits(9) + "?page=2");
    LOOKALIKES.put("reference", draw -> "${" + draw.word().toUpperCase() + "_TOKEN}");
    LOOKALIKES.put(
        "organisation number",
        draw -> Draw.grouped(Draw.luhn("55" + (6 + draw.below(3)) + draw.digits(6)), "-", 6, 4));
  }

  private Values() {}

  private static String notLuhn(String digits) {
    String right = Draw.luhn(digits);
    return digits + (right.charAt(15) - '0' + 1) % 10;
  }

  private static String group(Draw draw, int... lengths) {
    int sum = 0;
    for (int length : lengths) {
      sum += length;
    }
    return Draw.grouped((2 + draw.below(7)) + draw.digits(sum - 1), " ", lengths);
  }

  private static String card(String digits, Draw draw, int... lengths) {
    return Draw.grouped(digits, draw.one(List.of("", " ", "-")), lengths);
  }

  private static String address(Draw draw) {
    return draw.below(3) == 0
        ? "2001:db8:" + draw.of("123456789", 2) + "::" + draw.of("123456789abcdef", 4)
        : (1 + draw.below(222))
            + "."
            + draw.below(256)
            + "."
            + draw.below(256)
            + "."
            + (1 + draw.below(254));
  }

  private static String personnummer(Draw draw) {
    String date =
        String.format("%02d%02d%02d", draw.below(100), 1 + draw.below(12), 1 + draw.below(28));
    String number = Draw.luhn(date + draw.digits(3));
    String century = draw.below(2) == 0 ? "" : "19";
    return century + number.substring(0, 6) + "-" + number.substring(6);
  }

  private static String date(Draw draw) {
    int year = 1940 + draw.below(70);
    int month = 1 + draw.below(12);
    int day = 1 + draw.below(28);
    return draw.one(
        List.of(
            String.format("%d-%02d-%02d", year, month, day),
            String.format("%02d.%02d.%d", day, month, year),
            String.format("%02d/%02d/%d", day, month, year)));
  }

  private static String encoded(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes());
  }
}
