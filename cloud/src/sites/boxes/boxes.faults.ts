import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const boxesFaults = defineFaults({
  proof_refused: {
    status: 401,
    blame: 'caller',
    retry: 'never',
    title: 'The proof of the box was not accepted',
    help: 'The request was not signed with the key this box was claimed with, or its challenge was old or used already. The box asks for a fresh challenge and tries again by itself.',
  },
  box_not_active: {
    status: 403,
    blame: 'device',
    retry: 'never',
    title: 'This box is not claimed, or was decommissioned',
    help: 'Claim the box to a facility with the code that it shows.',
  },
  time_unsure: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The clock of this server was set, and is not vouched for yet',
    help: 'A box asked what time it is. After its own clock was set by more than two minutes the server signs no time for a day, or until it is restarted: a box never again believes an earlier time than one that was signed. Check the server’s clock, then restart it.',
  },
  claim_code_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No box shows this code',
    help: 'Codes are valid for ten minutes. Read the code off the box again, and check that the box can reach this server.',
  },
  claim_code_ambiguous: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'More than one box shows this code',
    help: 'Two keys say that they show this code, and only one of them can be the box before you. Nothing was claimed. Wait until the box shows another code, ten minutes at most, and use that one; then compare the key’s fingerprint with the one on the box’s panel.',
  },
  claim_code_taken: {
    status: 409,
    blame: 'device',
    retry: 'never',
    title: 'Another box shows this code already',
    help: 'Of two boxes with one code the one that came first keeps it. The other shows a new code by itself and asks with that.',
  },
  claims_full: {
    status: 503,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many boxes wait to be claimed',
    help: 'More unclaimed boxes ask at the moment, from this network or altogether, than can wait at once. The box asks again by itself; a claim that nobody takes ends after ten minutes.',
  },
  box_claimed_already: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'This box belongs to a facility already',
    help: 'Decommission it there first. A box that was reset makes a new identity of its own.',
  },
  box_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such box',
    help: 'Check the id: it is the UUID that the box shows on its panel.',
  },
  box_has_doors: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The box drives doors here',
    help: 'A box moves to another facility without its doors: take them from it first, or give them to another box.',
  },
  box_not_settled: {
    status: 409,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box has not let go of everything here yet',
    help: 'A box moves to another facility once it is online, has let its last door go, and everything that it wrote down here is stored: what comes later would be taken for the other facility’s. Wait until it is online. One that never will be is decommissioned instead.',
  },
  certificate_refused: {
    status: 422,
    blame: 'device',
    retry: 'never',
    title: 'The signing request cannot be granted',
    help: 'A panel certificate is given for private addresses, loopback and one name ending in .local only, none of which another active box of the facility is called, and the request must be signed with the key it names. The message says what is wrong, and operators are warned; the box goes on with the certificate that it has.',
  },
});

export const boxesFault = faultsOf(boxesFaults);
