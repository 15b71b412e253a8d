package redaction;

import java.util.List;
import java.util.Map;

/**
 * Sentences round a value, {@code %s}, in several languages; in some the value has no word by it.
 */
final class Sentences {
  /** For values that are known by themselves. */
  static final List<String> ANY =
      List.of(
          "Please use %s for this.",
          "Använd %s tills vidare.",
          "Bitte %s verwenden.",
          "Merci de noter %s, à demain.",
          "Anota %s, por favor.",
          "Proszę zapisać: %s",
          "{\"value\": \"%s\"}",
          "(%s)",
          "%s",
          "2024-03-01 INFO handled %s in 12 ms");

  /** For values that only a word tells. */
  static final Map<String, List<String>> TOLD =
      Map.of(
          "PHONE_NUMBER",
          List.of(
              "Phone: %s",
              "Ring mig på mobilen %s ikväll",
              "Telefon %s, Durchwahl folgt",
              "Tél. %s",
              "teléfono móvil: %s",
              "telefon komórkowy %s",
              "{\"phone\": \"%s\"}"),
          "PASSPORT_NUMBER",
          List.of(
              "Passport number %s",
              "Passnummer: %s",
              "Reisepass %s",
              "passeport n° %s",
              "pasaporte %s",
              "{\"passportNumber\": \"%s\"}"),
          "DATE_OF_BIRTH",
          List.of(
              "DOB: %s",
              "She was born %s in Lund",
              "född %s",
              "geboren am %s",
              "date de naissance : %s",
              "fecha de nacimiento %s",
              "{\"date_of_birth\": \"%s\"}"),
          "PASSWORD",
          List.of(
              "password: %s",
              "DB_PASSWORD=%s",
              "lösenordet är %s",
              "Das Passwort lautet %s",
              "{\"password\": \"%s\"}",
              "login --password %s --verbose"),
          "URL_CREDENTIALS",
          List.of("postgres://%s@db.example:5432/main", "curl https://%s@api.example/v1"));

  private Sentences() {}
}
