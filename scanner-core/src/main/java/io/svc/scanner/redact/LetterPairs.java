package io.svc.scanner.redact;

/**
 * The log-likelihood ratio of letter pairs in human-written and random text, for English and for
 * names in programs. Counted over the manual pages, license texts and package names of a Debian
 * system and the names in Python's standard library, with half a count added to each pair.
 */
final class LetterPairs {
  private static final int LETTERS = 26;

  /** The digit of a pair with equal likelihoods. */
  private static final char EVEN = 'm';

  /** Half bits, one digit per pair, in rows by first letter. */
  private static final String HALF_BITS =
      "cmomegncmaipnqamapnqklfgjdoiljqimhokhpkjnkgmmjpffhnfpdlgqeeomanpgdrhanjpldcaja"
          + "pjiltihfqffkhhoiclmhmgebgamiookkjdgadmlpgkirqofmimiancihmnefsaapferebnjmnacbka"
          + "lfohrhippafmjnnlcoojodfadcqelftdabpadfhfphajgolabahbloommmmacadomrpkakppckaiai"
          + "rglhtefekciefhokifoendiceanhkltlkhpcflkjliejplodjchdpfglrfgbsacoedpladmmmgcamb"
          + "rlghrfdcpadkoeppaflimcdbjaoenpplpdmbhjgkohbfpqljbcjahjnmenkbgjjmorknaqmmpkkgeb"
          + "pdikqffmnagpffomcqmnnfdaoahfhjidgdgaaolifihjjpteffbaohmkrgmbpakkmjpialnnmkgala"
          + "ldmhrhgmpajjhgonghormegclaogjhrgdrqaejhfokanmmjejclcknkomijaladoopgoappqcbaiad"
          + "rfgftefbrabejfliafgfffdaaaregioffosadkfmpganmhgckfaapipjokfgpadjmfiqeilrgegkmd"
          + "ljjilihfmadkmooqfpprghjeegpeidtgciobbkkiqiahidkdeekl";

  private LetterPairs() {}

  /**
   * Returns the evidence of a letter pair for human-written text in bits, ignoring case; negative
   * for random text.
   */
  static double bits(char first, char second) {
    int index = (lower(first) - 'a') * LETTERS + lower(second) - 'a';
    return (HALF_BITS.charAt(index) - EVEN) / 2.0;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
