const BOUNDARY = 'a-boundary-of-tests';

/** A form with one part, `file`. */
export const aForm = (fileName: string, bytes: Uint8Array, type = 'application/octet-stream') => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  bytes: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
});
