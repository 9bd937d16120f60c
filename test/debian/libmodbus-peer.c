/*
 * A Modbus RTU peer on libmodbus, for tests: a master that does what it reads on standard input, or a board.
 *   libmodbus-peer master DEVICE BAUD    unit N | coil N 0|1 | coils N COUNT | inputs N COUNT | register N | raw HEX...
 *   libmodbus-peer board DEVICE BAUD     unit 1 with eight coils and eight inputs, the third of which is on
 * The master answers each line with one line.
 */
#include <errno.h>
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(const uint8_t *bits, int count) {
  if (count < 0) {
    printf("error: %s\n", modbus_strerror(errno));
    return;
  }
  for (int i = 0; i < count; i++) putchar(bits[i] ? '1' : '0');
  putchar('\n');
}

static void raw(modbus_t *line, const char *text) {
  uint8_t bytes[64];
  uint8_t answer[MODBUS_RTU_MAX_ADU_LENGTH];
  int length = 0;
  int step = 0;
  unsigned int byte = 0;
  while (length < 64 && sscanf(text, "%2x%n", &byte, &step) == 1) {
    bytes[length++] = (uint8_t)byte;
    text += step;
  }
  modbus_send_raw_request(line, bytes, length);
  const int got = modbus_receive_confirmation(line, answer);
  if (got < 0) printf("error: %s", modbus_strerror(errno));
  for (int i = 0; i < got; i++) printf("%02x", answer[i]);
  putchar('\n');
}

static void perform(modbus_t *line, const char *order) {
  uint8_t bits[MODBUS_MAX_READ_BITS];
  uint16_t word = 0;
  int at = 0;
  int value = 0;
  if (sscanf(order, "unit %d", &value) == 1) {
    modbus_set_slave(line, value);
    puts("ok");
  } else if (sscanf(order, "coil %d %d", &at, &value) == 2) {
    puts(modbus_write_bit(line, at, value) == 1 ? "ok" : modbus_strerror(errno));
  } else if (sscanf(order, "coils %d %d", &at, &value) == 2) {
    report(bits, modbus_read_bits(line, at, value, bits));
  } else if (sscanf(order, "inputs %d %d", &at, &value) == 2) {
    report(bits, modbus_read_input_bits(line, at, value, bits));
  } else if (sscanf(order, "register %d", &at) == 1) {
    if (modbus_read_registers(line, at, 1, &word) == 1) printf("%u\n", word);
    else printf("error: %s\n", modbus_strerror(errno));
  } else if (strncmp(order, "raw ", 4) == 0) {
    raw(line, order + 4);
  } else {
    puts("what?");
  }
}

static int be_master(modbus_t *line) {
  char order[200];
  modbus_set_slave(line, 1);
  modbus_set_response_timeout(line, 0, 400000);
  puts("ready");
  while (fgets(order, sizeof order, stdin) != NULL) perform(line, order);
  return 0;
}

static int be_board(modbus_t *line) {
  uint8_t request[MODBUS_RTU_MAX_ADU_LENGTH];
  modbus_mapping_t *mapping = modbus_mapping_new(8, 8, 0, 0);
  if (mapping == NULL) return 1;
  mapping->tab_input_bits[2] = 1;
  modbus_set_slave(line, 1);
  modbus_set_response_timeout(line, 0, 20000); /* It waits for so long before it refuses a value. */
  puts("ready");
  for (;;) {
    const int got = modbus_receive(line, request);
    if (got > 0) modbus_reply(line, request, got, mapping);
    else if (got < 0 && errno != EMBBADCRC && errno != ETIMEDOUT) return 0;
  }
}

int main(int count, char **words) {
  if (count != 4) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  modbus_t *line = modbus_new_rtu(words[2], atoi(words[3]), 'N', 8, 1);
  if (line == NULL || modbus_connect(line) != 0) {
    fprintf(stderr, "%s: %s\n", words[2], modbus_strerror(errno));
    return 1;
  }
  const int code = strcmp(words[1], "board") == 0 ? be_board(line) : be_master(line);
  modbus_close(line);
  modbus_free(line);
  return code;
}
