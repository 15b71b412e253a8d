package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountNumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "IBAN «SE45 5000 0000 0583 9825 7466»",
        "«SE4550000000058398257466»",
        "«DE89370400440532013000»",
        "DE: «DE89 3704 0044 0532 0130 00».",
        "«GB29 NWBK 6016 1331 9268 19»",
        "«FR14 2004 1010 0505 0001 3M02 606»",
        "«NL91ABNA0417164300»",
        "«ES91 2100 0418 4502 0005 1332»",
        "«IT60 X054 2811 1010 0000 0123 456»",
        "«PL61109010140000071219812874»",
        "«NO93 8601 1117 947»",
        "«CH93 0076 2011 6238 5295 7»",
        "«gb29nwbk60161331926819» in small letters",
        "«GB29-NWBK-6016-1331-9268-19»",
        "pay «BE68539007547034», then «FI2112345600000785»"
      })
  void finds_numbers(String marked) {
    Marked.assertFound(EntityType.IBAN_CODE, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SE45 5000 0000 0583 9825 7467",
        "DE89370400440532013001",
        "DE8937040044053201300",
        "DE893704004405320130000",
        "XX89370400440532013000",
        "XDE89370400440532013000",
        "GB29 NWBK 6016 1331 9268",
        "US64SVBKUS6S3300958879",
        "SE45  5000  0000  0583  9825  7466",
        "DE89",
        "ISO 13616 and AB12 34",
        "sha: de89370400440532013000ffe0",
        "SE45\n5000\n0000\n0583\n9825\n7466",
        "FR76 Paris",
        "no00000000000000"
      })
  void leaves_other_text(String text) {
    Marked.assertFound(EntityType.IBAN_CODE, text);
  }
}
