import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** Lines, and the same as a document of HTML that was made here and needs no escaping. */
export interface Report {
  readonly text: string;
  readonly html: string;
}
export type MailValue = string | Report;

/** Something that is different in each e-mail of a kind. */
export interface MailVariable {
  /** What it says, for whoever words the e-mail. */
  readonly about: string;
  /** `line` is one line, `text` several, `link` an address of this platform. A `secret` lets its reader in, and stands in no subject. */
  readonly as: 'line' | 'text' | 'link' | 'secret' | 'report';
  readonly example: MailValue;
  /** Without it the e-mail is of no use: it stands in every wording. */
  readonly needed?: true;
}

/** Templates of Mustache, with `{{variables}}` of the kind and nothing else of that language. */
export interface Wording {
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
}

/** A wording of somebody's own, with how the e-mail is sent. */
export interface OwnWording extends Wording {
  readonly fromName: string | null;
  readonly replyTo: string | null;
  /** Who gets it besides. Not where a variable is secret. */
  readonly alsoTo: readonly string[];
}

/** An e-mail that the platform sends, whatever it is worded like. */
export interface MailKind<Name extends string = string> {
  readonly kind: string;
  /** Who gets it, and when. */
  readonly summary: string;
  /** What it belongs to: who administers that may word it. One of a facility may also be worded for its organisation, or for all. */
  readonly of: 'platform' | 'facility';
  readonly variables: Readonly<Record<Name, MailVariable>>;
  readonly builtIn: Wording;
}
export type ValuesOf<Kind extends MailKind> = { readonly [Name in keyof Kind['variables']]: MailValue };

/** One e-mail of a kind. */
export interface MailOrder<Kind extends MailKind = MailKind> {
  readonly kind: Kind;
  readonly to: string;
  readonly values: ValuesOf<Kind>;
  /** Of which facility it tells: its own wording counts first, then that of its organisation. */
  readonly facilityId?: FacilityId | undefined;
  /** A file that goes with it: an object of the object store, and what it is called. Without the object it goes without. */
  readonly attachment?: { readonly key: string; readonly name: string } | undefined;
  /** What its reader reads, as BCP 47 has it. */
  readonly locale?: string | undefined;
}

/** Declares an e-mail. Modules list theirs in `mails`. */
export const mailKind = <const Name extends string>(kind: MailKind<Name>): MailKind<Name> => {
  for (const [name, { as, example }] of Object.entries<MailVariable>(kind.variables))
    if ((as === 'report') !== (typeof example === 'object')) throw new Bug(`${kind.kind}: ${name} is ${as}`);
  return kind;
};

/** Whether it lets its reader in: others do not get it, or read it in the mailbox. */
export const isSecret = ({ variables }: MailKind): boolean =>
  Object.values(variables).some(({ as }) => as === 'secret');
