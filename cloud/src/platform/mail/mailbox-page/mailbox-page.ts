import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../../kit/http/express-mount.ts';

const FILES = [
  { at: '/', name: 'index.html', type: 'html' },
  { at: '/mailbox.css', name: 'mailbox.css', type: 'css' },
  { at: '/mailbox.js', name: 'mailbox.js', type: 'js' },
] as const;

/** Where a global admin reads the platform's e-mails in a browser. It holds nothing: its script asks the API with their key. */
export const mailboxPage = (): Page => {
  const router = express.Router({ caseSensitive: true });
  for (const { at, name, type } of FILES) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    router.get(at, (_request, response) => void response.set('Cache-Control', 'no-cache').type(type).send(text));
  }
  return {
    path: '/mailbox',
    gate: { public: 'It is a form without data: what it shows comes from the API, for the key that somebody types.' },
    router,
  };
};
