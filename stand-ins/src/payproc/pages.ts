import { html } from '../kit/html.ts';
import type { Account, CheckoutSession, PaymentIntent } from './things.ts';

const shell = (title: string, content: ReturnType<typeof html>): string =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; } body { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; } label { display: block; margin: 1rem 0; }</style>
  </head>
  <body><main><h1>${title}</h1>${content}</main></body>
</html>
`.markup;

const sumOf = (amount: number | null, currency: string | null): string =>
  `${((amount ?? 0) / 100).toFixed(2)} ${(currency ?? '').toUpperCase()}`;

/** Where a card is typed in. */
export const cardPage = ({ amount_total, currency, mode }: CheckoutSession, problem = ''): string =>
  shell(
    mode === 'setup' ? 'Keep a card' : `Pay ${sumOf(amount_total, currency)}`,
    html`<p role="alert">${problem}</p>
      <form method="post">
        <label>Card number <input name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242"></label>
        <button name="act" value="pay">${mode === 'setup' ? 'Keep' : 'Pay'}</button>
        <button name="act" value="leave" formnovalidate>Go back</button>
      </form>
      <p>4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no funds, 4000 0000 0000 3220 asks who you are,
      4000 0000 0000 0341 pays here and never again, 4000 0000 0000 0259 is disputed.</p>`,
  );

/** The bank of whoever pays asks whether it is they. */
export const challengePage = ({ amount, currency }: PaymentIntent): string =>
  shell(
    'Your bank',
    html`<p>Is it you who pays ${sumOf(amount, currency)}?</p>
      <form method="post"><button name="act" value="yes">It is me</button> <button name="act" value="no">It is not</button></form>`,
  );

/** Where a business says who it is. */
export const onboardingPage = ({ requirements }: Account): string =>
  shell(
    'Tell us about your business',
    html`<ul>${requirements.currently_due.map((one) => html`<li>${one}</li>`)}</ul>
      <form method="post"><button name="act" value="done">All told</button></form>`,
  );

export const donePage = (): string => shell('Thank you', html`<p>You may close this page.</p>`);
