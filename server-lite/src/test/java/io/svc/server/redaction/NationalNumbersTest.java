package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers that states give to persons. */
class NationalNumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSN «536-90-4399»",
        "«536-90-4399»",
        "«123-45-6789»",
        "SSN: «536904399»",
        "social security number «536 90 4399»",
        "{\"ssn\": \"«536904399»\"}",
        "(«219-09-9999»)",
        "«536–90–4399» with en dashes",
        "seguro social «536.90.4399»",
        "SSNs: «536-90-4399», «537-90-4399»",
        "his social sec. no. is «001-01-0001»",
        "taxpayer id «536904399»",
        "«665-45-6789»",
        "«899-99-9999»",
        "ssn=«536904399»&x=1"
      })
  void finds_social_security_numbers(String marked) {
    Marked.assertFound(EntityType.US_SSN, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "536904399",
        "000-12-3456",
        "666-12-3456",
        "900-12-3456",
        "ssn 536-00-4399",
        "ssn 536-90-0000",
        "536-90-43990",
        "1536-90-4399",
        "536-904-399",
        "536-90 4399",
        "1-536-90-4399",
        "536-90-4399-1",
        "536 90 4399",
        "zip 12345-6789",
        "part A536-90-4399",
        "1.536-90-4399"
      })
  void leaves_what_is_never_given_out(String text) {
    Marked.assertFound(EntityType.US_SSN, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "«640823-3234»",
        "«811228-9874» är giltigt",
        "«19811228-9874»",
        "«198112289874»",
        "«121212+1212»",
        "«19121212-1212»",
        "personnummer «8112289874»",
        "personnummer: «811228 9874»",
        "pnr=«6408233234»",
        "samordningsnummer «701063-2391»",
        "Anna («640823-3234»), Bo («811228-9874»)",
        "{\"personal_number\": \"«6408233234»\"}",
        "född «640823-3234»",
        "«20121212-1212»",
        "id «18121212-1212»",
        "«640823–3234» with an en dash"
      })
  void finds_personnummer(String marked) {
    Marked.assertFound(EntityType.SE_PERSONNUMMER, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "640823-3235",
        "19640823-3235",
        "641323-3234",
        "640832-3234",
        "6408233234",
        "556016-0680",
        "17640823-3234",
        "640823-32345",
        "A640823-3234",
        "640823/3234",
        "640823--3234",
        "2024-01-15",
        "202401151235",
        "personnummer 6408233235",
        "0.640823-3234"
      })
  void leaves_what_fails_its_check_or_its_date(String text) {
    Marked.assertFound(EntityType.SE_PERSONNUMMER, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NINO «AB 12 34 56 C»",
        "«AB123456C»",
        "«QQ123456C» as the form shows",
        "«JG-10-37-59-A»",
        "«ab123456c» is my NI number: «ab123456c»",
        "national insurance «AB123456»",
        "(«CE123456D»)"
      })
  void finds_national_insurance_numbers(String marked) {
    Marked.assertFound(EntityType.UK_NINO, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GB123456A",
        "BG123456A",
        "DA123456A",
        "AO123456A",
        "AB123456E",
        "AB12345C",
        "AB1234567C",
        "AB123456",
        "XAB123456C",
        "AB 1234 56C",
        "ZZ 12 34 56 C"
      })
  void leaves_prefixes_and_suffixes_that_are_not_used(String text) {
    Marked.assertFound(EntityType.UK_NINO, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Passport «AB1234567»",
        "passport no: «123456789»",
        "Reisepass «C01X00T47»",
        "passeport n° «12AB34567»",
        "pasaporte «AAA123456»",
        "Passnummer: «AA1234567»",
        "{\"passport_number\": \"«X1234567»\"}",
        "паспорт «123456789»",
        "护照号码 «E12345678»",
        "«P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<»\n«L898902C36UTO7408122F1204159ZE184226B<<<<<10»"
      })
  void finds_passports(String marked) {
    Marked.assertFound(EntityType.PASSPORT_NUMBER, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AB1234567",
        "passport renewal in 2024",
        "your passport is BEAUTIFUL",
        "bypass AB1234567",
        "compass nr 1234567",
        "passport AB12345678901",
        "L898902C35UTO7408122F1204159ZE184226B<<<<<10",
        "P<UTOERIKSSON<<ANNA"
      })
  void leaves_numbers_that_nothing_calls_a_passport(String text) {
    Marked.assertFound(EntityType.PASSPORT_NUMBER, text);
  }

  @ParameterizedTest
  @CsvSource({"19121212-1212, 19121212-1213", "640823-3234, 640823-3334"})
  void changes_of_one_digit_are_seen(String right, String wrong) {
    Marked.assertFound(EntityType.SE_PERSONNUMMER, "«" + right + "» " + wrong);
  }
}
