/** As boxes make them: Crockford's base 32, which has no I, L, O and U. */
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** A claim code as people read it (`7K3M-9QXT`), of what was typed or scanned: the code, or the link that a box shows. */
export const claimCodeIn = (text: string): string | undefined => {
  const code = afterHash(text.trim()).toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined;
};

const afterHash = (text: string): string => text.slice(text.lastIndexOf('#') + 1);
