package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordListParserTest {
  @Test
  void partsWordsAtSpacesAndLineBreaks() {
    String text =
        """
        one two

        three   -x=*
        né 密码""";

    assertThat(WordListParser.list(text))
        .containsExactly("one", "two", "three", "-x=*", "né", "密码");
    assertThat(WordListParser.set(text + "\n"))
        .containsExactlyInAnyOrderElementsOf(WordListParser.list(text));
  }

  @Test
  void findsNoWordsInBlankText() {
    assertThat(WordListParser.list(" \n \n")).isEmpty();
    assertThat(WordListParser.set("")).isEmpty();
  }

  @Test
  void preservesTheOrderOfAList() {
    assertThat(WordListParser.list("b a\nb")).isEqualTo(List.of("b", "a", "b"));
  }

  @Test
  void rejectsADuplicateWordInASet() {
    assertThatThrownBy(() -> WordListParser.set("a b\na"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
