package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhoneNumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Call «+46 70 123 45 67» today",
        "«+1 202-555-0143»",
        "«+442079460958»",
        "«+49 (0)30 901820»",
        "«+33 1 42 68 53 00», «+34 912 345 678»",
        "tel:«+358-9-1234567»",
        "«+81 3-1234-5678»",
        "«+86 139 1099 8888»",
        "wa.me/?phone=«%2B46701234567»",
        "From Germany dial «0046 70 123 45 67»",
        "US: «(202) 555-0143»",
        "202 is «202-555-0143» here",
        "Ring «070-123 45 67» efter fem",
        "Mobil: «0701234567»",
        "Telefon «030 901820»",
        "Tel. «01 42 68 53 00»",
        "teléfono móvil «612 345 678»",
        "Telefonnummer: «08-123 456 78»",
        "numer telefonu «512 345 678»",
        "phone «2025550143» and fax «2025550144»",
        "電話 «03-1234-5678»",
        "телефон «＋7 495 123-45-67»",
        "Phones: «070-123 45 67», «070-765 43 21»",
        "«+1-555-123-4567» as in examples",
        "«(555) 123-4567» or «555-123-4567»",
        "phone 1: «555-0123»",
        "phone: «123-456-7890»",
        "Tél. «+44 7700 900123»",
        "call me: «+1 (202) 555-0143»."
      })
  void finds_numbers(String marked) {
    Marked.assertFound(EntityType.PHONE_NUMBER, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0701234567",
        "order 20240115123",
        "2024-01-15 and 2025-12-31",
        "version 1.2.3.4",
        "192.168.100.200",
        "1+2345678 = 2345679",
        "+1 +2 +3 +4",
        "+12",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "4111 1111 1111 1111",
        "phone us between 9 and 17",
        "0.7012345678",
        "1234567890123456789012",
        "amount: 1 000 000 SEK",
        "SKU 202-555-01",
        "sha1 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
        "call stack 12345",
        "550e8400-123-456-7890-abcd",
        "978-1-4028-9462-6",
        "ratio 555 123 4567",
        "part 123-456-7890",
        "lat 59.3293235 lon 18.0685808"
      })
  void leaves_other_digits(String text) {
    Marked.assertFound(EntityType.PHONE_NUMBER, text);
  }
}
