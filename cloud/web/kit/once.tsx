interface OnceProps {
  readonly label: string;
  readonly secret: string;
  readonly more: string;
}

/** A secret that is shown this once: it is nowhere but on the page, and gone with it. */
export const Once = ({ label, secret, more }: OnceProps) => (
  <div role="status" class="once">
    <p>
      {label}: <code>{secret}</code>
    </p>
    <p class="quiet">{more}</p>
  </div>
);
