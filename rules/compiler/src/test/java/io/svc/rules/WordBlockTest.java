package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordBlockTest {
  @Test
  void partsWordsAtSpacesAndLineBreaks() {
    String text =
        """
        one two

        three   -x=*
        né 密码""";

    assertThat(WordBlock.list(text)).containsExactly("one", "two", "three", "-x=*", "né", "密码");
    assertThat(WordBlock.set(text + "\n"))
        .containsExactlyInAnyOrderElementsOf(WordBlock.list(text));
  }

  @Test
  void findsNoWordsInBlankText() {
    assertThat(WordBlock.list(" \n \n")).isEmpty();
    assertThat(WordBlock.set("")).isEmpty();
  }

  @Test
  void keepsTheOrderOfAList() {
    assertThat(WordBlock.list("b a\nb")).isEqualTo(List.of("b", "a", "b"));
  }

  @Test
  void refusesAWordThatASetHasTwice() {
    assertThatThrownBy(() -> WordBlock.set("a b\na")).isInstanceOf(IllegalArgumentException.class);
  }
}
