export const CUA_STATES = ['draft', 'sent', 'viewed', 'signed', 'declined', 'expired', 'withdrawn', 'ended'] as const;
export type CuaState = (typeof CUA_STATES)[number];

/** What staff do with one. */
export const STAFF_ACTS = ['send', 'resend', 'extend', 'withdraw', 'end'] as const;
export type StaffAct = (typeof STAFF_ACTS)[number];
/** And what whoever has the link does, and time. */
export const CUA_ACTS = [...STAFF_ACTS, 'view', 'sign', 'decline', 'expire'] as const;
export type CuaAct = (typeof CUA_ACTS)[number];

/** What each act makes of each state; what is not here cannot be done then. */
const NEXT: Readonly<Record<CuaState, Readonly<Partial<Record<CuaAct, CuaState>>>>> = {
  draft: { send: 'sent' },
  sent: { resend: 'sent', extend: 'sent', withdraw: 'withdrawn', view: 'viewed', expire: 'expired' },
  viewed: {
    resend: 'sent',
    extend: 'viewed',
    withdraw: 'withdrawn',
    view: 'viewed',
    sign: 'signed',
    decline: 'declined',
    expire: 'expired',
  },
  signed: { end: 'ended' },
  declined: {},
  expired: {},
  withdrawn: {},
  ended: {},
};

/** The state after an act; undefined where it cannot be done. */
export const nextState = (state: CuaState, act: CuaAct): CuaState | undefined => NEXT[state][act];

/** How it stands by now: a link that has ended leads nowhere, whether somebody has noted that or not. */
export const stateAt = (
  { state, link_ends_at }: { readonly state: CuaState; readonly link_ends_at: number | null },
  nowMs: number,
): CuaState => {
  const isOpen = nextState(state, 'expire') !== undefined;
  return isOpen && link_ends_at !== null && Number(link_ends_at) <= nowMs ? 'expired' : state;
};
