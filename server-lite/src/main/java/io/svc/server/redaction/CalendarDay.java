package io.svc.server.redaction;

/** The days of a year of which it is not known whether it is a leap year. */
final class CalendarDay {
  private static final int[] LENGTHS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private CalendarDay() {}

  static boolean exists(int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= LENGTHS[month - 1];
  }
}
