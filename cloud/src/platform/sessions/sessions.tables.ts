import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** Which console: the operators', or the partners'. */
export type Realm = 'staff' | 'partner';
/** What codes are for: a console, or to sign a document. */
export type CodePurpose = Realm | 'signing';

/** How somebody came in: a code by e-mail, a passkey, or a link that was made at the machine. */
export type SignedInBy = 'code' | 'passkey' | 'link';

/** A browser that is signed in, or was. */
export interface ConsoleSessionTable {
  /** `ses_…`, which opens nothing. */
  id: string;
  /** SHA-256 of the token in the cookie, hex. */
  hash: string;
  realm: Realm;
  /** The user, or the contact of a partner. */
  subject_id: string;
  signed_in_by: SignedInBy;
  created_at: number;
  /** When something was last asked in it; up to a minute old. */
  seen_at: number;
  /** At the latest. Of one that was ended: when. */
  ends_at: number;
  ip: string;
  user_agent: string;
  /** When a passkey or an authenticator last proved who it is. */
  stepped_up_at: number | null;
  revoked_at: number | null;
  /** The desk at which it was begun with a PIN; `signed_in_by` says nothing then. */
  desk_id: Generated<string | null>;
  /** The organisation whose OpenID provider vouched for who it is; `signed_in_by` says nothing then. */
  organisation_id: Generated<OrgId | null>;
}

/** A device of a reception. */
export interface DeskTable {
  /** `dsk_…`, which opens nothing. */
  id: string;
  facility_id: FacilityId;
  label: string;
  /** SHA-256 of the token in its cookie, hex. */
  hash: string;
  enrolled_by: string;
  enrolled_at: number;
  revoked_at: number | null;
}

/** The PIN of a user, for desks. */
export interface DeskPinTable {
  user_id: string;
  /** Base64. */
  salt: string;
  /** What scrypt makes of PIN and salt, base64. */
  key: string;
  set_at: number;
}

/** A code that was asked for. There is a row for addresses that nobody has, too: its code is sent to nobody. */
export interface SignInCodeTable {
  id: string;
  realm: CodePurpose;
  /** HMAC of the address, hex. */
  subject_hash: string;
  /** HMAC of the code, hex. */
  code_hash: string;
  /** SHA-256 of what the browser that asked has in its cookie, hex. */
  browser_hash: string;
  tries: number;
  created_at: number;
  /** A newer one of the same subject ends it. */
  ends_at: number;
  used_at: number | null;
}

/** One of so many turns that somebody has within a while; taken again once that has passed. */
export interface SignInTurnTable {
  /** HMAC of what is counted and of whom, hex. */
  of_hash: string;
  slot: number;
  taken_at: number;
}

/** A link that lets somebody in once, at one of the consoles. */
export interface SignInLinkTable {
  /** SHA-256 of its token, hex. */
  hash: string;
  realm: Realm;
  subject_id: string;
  /** Who gave the order at the machine. */
  created_by: string;
  created_at: number;
  ends_at: number;
  used_at: number | null;
}

export interface PasskeyTable {
  /** `pky_…` */
  id: string;
  user_id: string;
  /** As the authenticator calls it, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Uses that the authenticator has counted; 0 for ever where it does not count. */
  counter: number;
  label: string;
  created_at: number;
  last_used_at: number | null;
}

/** A challenge that was answered: nobody answers it again. */
export interface PasskeyChallengeTable {
  /** SHA-256, hex. */
  hash: string;
  ends_at: number;
}

/** A user's authenticator. */
export interface TotpTable {
  user_id: string;
  /** AES-256-GCM, base64url: nonce, text, tag. */
  secret_sealed: string;
  /** The last step of 30 seconds whose code was taken: no code counts twice. */
  last_step: number;
  created_at: number;
  /** Null until a first code of it has come back: it proves nothing before. */
  confirmed_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    console_session: ConsoleSessionTable;
    sign_in_code: SignInCodeTable;
    sign_in_turn: SignInTurnTable;
    sign_in_link: SignInLinkTable;
    passkey: PasskeyTable;
    passkey_challenge: PasskeyChallengeTable;
    totp: TotpTable;
    desk: DeskTable;
    desk_pin: DeskPinTable;
  }
}
