/** Who is signed in, and until when. */
export interface Session {
  /** Null: the caller came with a key. */
  readonly sessionId: string | null;
  readonly user: {
    readonly userId: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  };
  readonly roles: readonly {
    readonly right: string;
    readonly scope: 'platform' | 'organisation' | 'facility';
    readonly scopeId: string;
    readonly scopeName: string | null;
  }[];
  /** When it ends whatever happens (UTC). */
  readonly endsAt: string | null;
  /** When it ends unless somebody does something (UTC). */
  readonly idleEndsAt: string | null;
}

/** Signing in, staying in and signing out. */
export interface SessionOperations {
  'POST /api/session/codes': {
    readonly body: { readonly email: string };
    readonly answer: { readonly expiresInSeconds: number };
  };
  'POST /api/session': {
    readonly body: { readonly email: string; readonly code: string };
    readonly answer: Session;
  };
  'GET /api/session': { readonly answer: Session };
  'DELETE /api/session': { readonly answer: undefined };
}
