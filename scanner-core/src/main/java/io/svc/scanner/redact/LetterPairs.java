package io.svc.scanner.redact;

/**
 * How much likelier a letter is behind another in what people write than in what a machine draws:
 * the logarithm of the ratio, for English and for names in programs. Counted over the manual pages,
 * licence texts and package names of a Debian system and over the names in Python's standard
 * library, with half a count added to each pair.
 */
final class LetterPairs {
  private static final int LETTERS = 26;

  /** The digit of a pair that is as likely in both. */
  private static final char EVEN = 'm';

  /** Half bits, one digit for a pair, in rows of the first letter. */
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

  /** The bits that a pair of letters, of either case, tells for a person; negative when against. */
  static double bits(char first, char second) {
    int index = (lower(first) - 'a') * LETTERS + lower(second) - 'a';
    return (HALF_BITS.charAt(index) - EVEN) / 2.0;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
