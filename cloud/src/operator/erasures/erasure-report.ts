/** One kind of record that still holds something of an erased member: what that is, and until when. */
export interface ErasureReportEntry {
  readonly where: string;
  readonly what: string;
  readonly until: string;
}

const ALWAYS: readonly ErasureReportEntry[] = [
  {
    where: 'erasure',
    what: 'The order to erase the member, with their id.',
    until: 'a minute later; if something fails, until a job has done it',
  },
  {
    where: 'box',
    what: 'The member’s entry among the access rules: keyed hashes, windows, and the name, encrypted.',
    until: 'the box has the next snapshot',
  },
  {
    where: 'box_ban',
    what: 'Of somebody banned at a box of which the cloud has not heard: the number and keyed hashes, there and in its backups.',
    until: 'the box is decommissioned',
  },
  {
    where: 'unlock_key',
    what: 'Keys of unlocks, if the partner made them of the id.',
    until: 'a day after the unlock',
  },
  {
    where: 'http_reply',
    what: 'Answers that named the member, kept for requests that are sent again.',
    until: 'the retention of such answers',
  },
  {
    where: 'audit_entry',
    what: 'The member’s id, in entries from before the audit had pseudonyms.',
    until: 'the retention of the audit log',
  },
  {
    where: 'request_log',
    what: 'The member’s id, in paths from before they were left out.',
    until: 'the retention of the request log',
  },
  {
    where: 'cua_restricted',
    what: 'What the member has signed at the club: sealed, and read by an order at the machine alone.',
    until: 'the retention of what erased people have signed',
  },
  {
    where: 'words',
    what: 'Names that staff have written into notes, reasons, and bans at a box.',
    until: 'those are changed, removed, or past their retention',
  },
  {
    where: 'backups',
    what: 'Whatever a backup has. A database that is restored from one erases the member again.',
    until: 'the backup is gone',
  },
];

const OF_A_BAN: ErasureReportEntry = {
  where: 'person_member',
  what: 'The member’s id, where staff have banned the person: else a ban would end by being erased.',
  until: 'the ban is lifted and the member erased again',
};

export const erasureReportOf = ({ staysBanned }: { readonly staysBanned: boolean }): ErasureReportEntry[] =>
  staysBanned ? [...ALWAYS, OF_A_BAN] : [...ALWAYS];
