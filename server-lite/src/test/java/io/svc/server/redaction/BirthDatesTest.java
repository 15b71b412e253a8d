package io.svc.server.redaction;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BirthDatesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DOB: «1984-05-12»",
        "Date of birth «12/05/1984»",
        "born «May 12, 1984»",
        "born on «12th of May 1984»",
        "född «1984-05-12»",
        "Födelsedatum: «12 maj 1984»",
        "geboren am «12.05.1984»",
        "Geburtsdatum «12. Mai 1984»",
        "née le «12 mai 1984»",
        "date de naissance : «12/05/84»",
        "fecha de nacimiento: «12 de mayo de 1984»",
        "nato il «12 maggio 1984»",
        "data urodzenia «12.05.1984»",
        "生年月日：«1984年5月12日»",
        "«1984年5月12日»生まれ",
        "{\"date_of_birth\": \"«1984-05-12»T00:00:00Z\"}",
        "birthdate=«19840512»",
        "Дата рождения: «12.05.1984»",
        "DOB (dd/mm/yyyy): «12/05/1984»"
      })
  void finds_dates(String marked) {
    Marked.assertFound(EntityType.DATE_OF_BIRTH, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1984-05-12",
        "due 12/05/1984",
        "Meeting on May 12, 1984",
        "born 1984-13-45",
        "born in 1984",
        "born 1784-05-12",
        "hired 1984-05-12",
        "version 12.05.1984",
        "stubborn 1984-05-12",
        "geboren am 32.05.1984",
        "dobro 12/05/1984",
        "created 2024-05-12T10:00:00Z",
        "born 12 apples 1984",
        "nation 12 maggio 1984",
        "May 12, 1984. Born later"
      })
  void leaves_other_dates(String text) {
    Marked.assertFound(EntityType.DATE_OF_BIRTH, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"born «1984-05-12», hired 2010-01-01", "signed 2010-01-01, born «1984-05-12»"})
  void the_word_belongs_to_the_nearest_date(String marked) {
    Marked.assertFound(EntityType.DATE_OF_BIRTH, marked);
  }
}
