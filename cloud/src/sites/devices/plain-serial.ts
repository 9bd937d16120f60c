/** As two people read one off two labels. */
export const plainSerial = (text: string): string => text.trim().toUpperCase();
