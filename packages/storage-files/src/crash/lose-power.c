/*
 * Loaded into a program before the C library, this keeps, beside a folder, a second one with what the disk would have
 * of it: the content of each file as of its last sync, and removed names until the folder is synced. Syncing a file
 * also puts its name on the disk, as on the usual file systems of Linux. A renamed file is renamed on the disk as well;
 * that it may keep its old name there for a while looks as if the program had been killed before.
 *
 *   MONOTABLE_FOLDER   the folder
 *   MONOTABLE_DISK     what the disk has of it
 *   MONOTABLE_DIE_AT   when the program is killed: 1 before the first sync or renaming, 2 after it, 3 before ...
 *   MONOTABLE_LIE      the name of a file whose syncs report success but do nothing
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder_path, *lie;
static DIR *folder, *disk;
static long die_at, moments;

__attribute__((constructor)) static void start(void) {
  folder_path = getenv("MONOTABLE_FOLDER");
  lie = getenv("MONOTABLE_LIE");
  const char *disk_path = getenv("MONOTABLE_DISK"), *moment = getenv("MONOTABLE_DIE_AT");
  if (!folder_path || !disk_path || !(folder = opendir(folder_path)) || !(disk = opendir(disk_path))) abort();
  die_at = moment ? atol(moment) : 0;
}

static void pass_moment(void) {
  if (++moments != die_at) return;
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Returns the name within the folder of a path: "" for the folder itself, NULL for a path elsewhere. */
static const char *name_in_folder(const char *path) {
  size_t start = strlen(folder_path);
  if (strncmp(path, folder_path, start) != 0) return NULL;
  if (path[start] == 0) return "";
  return path[start] == '/' ? path + start + 1 : NULL;
}

/* Returns the name within the folder of an open file, likewise. */
static const char *name_of(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return name_in_folder(path);
}

/* Overwrites in place: if the program is killed meanwhile, the disk still has what it had. */
static void keep_content(int file, const char *name) {
  static char bytes[1 << 16];
  struct stat status;
  if (fstat(file, &status) != 0 || status.st_nlink == 0) return;
  // Read through the given descriptor if possible: opening and closing the file again would end the locks on it.
  int is_unreadable = (fcntl(file, F_GETFL) & O_ACCMODE) == O_WRONLY;
  int source = is_unreadable ? openat(dirfd(folder), name, O_RDONLY | O_CLOEXEC) : file;
  int kept = openat(dirfd(disk), name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  off_t at = 0;
  ssize_t length;
  while ((length = pread(source, bytes, sizeof bytes, at)) > 0) {
    if (pwrite(kept, bytes, length, at) != length) abort();
    at += length;
  }
  if (length < 0 || ftruncate(kept, at) != 0) abort();
  close(kept);
  if (is_unreadable) close(source);
}

static void keep_names(void) {
  struct dirent *entry;
  rewinddir(disk);
  while ((entry = readdir(disk))) {
    if (faccessat(dirfd(folder), entry->d_name, F_OK, 0) != 0) unlinkat(dirfd(disk), entry->d_name, 0);
  }
  rewinddir(folder);
  while ((entry = readdir(folder))) {
    int kept = entry->d_type == DT_REG ? openat(dirfd(disk), entry->d_name, O_WRONLY | O_CREAT, 0644) : -1;
    if (kept >= 0) close(kept);
  }
}

static int keep(int file, long call) {
  char path[PATH_MAX];
  const char *name = name_of(file, path);
  if (!name) return syscall(call, file);
  pthread_mutex_lock(&lock);
  pass_moment();
  if (*name == 0) keep_names();
  else if (!lie || strcmp(name, lie) != 0) keep_content(file, name);
  pass_moment();
  pthread_mutex_unlock(&lock);
  return 0;
}

int fsync(int file) { return keep(file, SYS_fsync); }

int fdatasync(int file) { return keep(file, SYS_fdatasync); }

int rename(const char *from, const char *to) {
  const char *old_name = name_in_folder(from), *new_name = name_in_folder(to);
  if (!old_name || !new_name) return renameat(AT_FDCWD, from, AT_FDCWD, to);
  pthread_mutex_lock(&lock);
  pass_moment();
  int result = renameat(AT_FDCWD, from, AT_FDCWD, to);
  if (result == 0) renameat(dirfd(disk), old_name, dirfd(disk), new_name);
  pass_moment();
  pthread_mutex_unlock(&lock);
  return result;
}
