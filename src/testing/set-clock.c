/*
 * Preloaded into every process of a run at a set instant (cli/stages/instants.ts): the wall clock is the machine's plus the seconds in
 * /etc/caseport-test-clock. Other clocks, timers and times of files are left alone.
 *
 * libfaketime does not serve here: a handler of a signal that interrupts one of its calls reads the real time, so that a lock_timeout of
 * PostgreSQL never ends (libfaketime 0.9.10, PostgreSQL 18.4).
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long offset_seconds;

__attribute__((constructor)) static void read_offset(void) {
  FILE *file = fopen("/etc/caseport-test-clock", "r");
  if (file == NULL) return;
  if (fscanf(file, "%ld", &offset_seconds) != 1) offset_seconds = 0;
  fclose(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset_seconds;
  return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
  struct timespec precise;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *into) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (into != NULL) *into = precise.tv_sec;
  return precise.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}
