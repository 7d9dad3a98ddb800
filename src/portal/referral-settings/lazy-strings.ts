import { catalog } from "../client/catalog.ts";

export const addFirmDialog = catalog({
  title: "Add partner firm",
  add: "Add firm",
  kind: "Where the firm works",
  network: "On Caseport",
  networkHint: "Referrals, updates and documents pass between the two firms.",
  external: "Elsewhere",
  externalHint: "Your firm records what it refers or takes.",
  code: "Code of the firm",
  codeHint: "The firm finds it in its own referral settings. Nothing is sent until you approve it.",
  enterCode: "Enter a code such as 7QXM-2KTD-9F.",
  name: "Name of the firm",
  enterName: "Enter the name of the firm.",
  attorneyName: "Attorney",
  email: "Email",
  phone: "Phone",
  wasAdded: (name: string) => `${name} was added.`,
});

export const contactSearch = catalog({
  contact: "Contact",
  contactHint: "Type the name of a contact. Without one, a new contact is created with the name of the firm.",
  anotherContact: "Choose another",
  searching: "Searching…",
  noMatchingContacts: "No contact has this name. One is created when you add the firm.",
  matchingContacts: "Matching contacts",
});

export const approvalsDialog = catalog({
  title: "Edit approvals",
  description: (name: string) => `What your firm and ${name} may do with each other.`,
  save: "Save approvals",
  sending: "Your firm refers matters to it",
  sendingHint: "Clients’ data passes to the firm when it accepts a referral.",
  taking: "It refers matters to your firm",
  takingHint: "Your firm must also take referrals: see the section Your firm.",
  wereSaved: (name: string) => `Approvals of ${name} were saved.`,
});

export const blockDialog = catalog({
  title: "Block partner firm",
  block: "Block firm",
  consequence: (name: string) => `Nothing new is sent to ${name} or taken from it. Referrals that were accepted go on.`,
  reason: "Reason",
  reasonHint: "Members of your firm see it. The other firm does not.",
  enterReason: "Enter a reason.",
  wasBlocked: (name: string) => `${name} is blocked.`,
});

export const unblockDialog = catalog({
  title: "Unblock partner firm",
  unblock: "Unblock firm",
  consequence: (name: string) => `Your firm works with ${name} again, with the approvals that it had.`,
  wasUnblocked: (name: string) => `${name} is active again.`,
});

export const profileTab = catalog({
  profile: "how your firm takes referrals",
  code: "Your code",
  codeHint: "Give it to firms that you trust. They add your firm with it; nothing is sent until both firms approve it.",
  noCode: "Your firm has no code yet.",
  createCode: "Create code",
  replaceCode: "Replace code",
  replaceTitle: "Replace the code?",
  replaceConsequence: "The current code stops working at once. Firms that have added yours keep it.",
  codeIsNew: "The firm has a new code.",
  taking: "Taking referrals",
  displayName: "Name that other firms see",
  enterDisplayName: "Enter a name.",
  accepts: "Accept referrals from",
  acceptsFrom: { nobody: "Nobody", approved: "Approved partner firms" },
  answer: "Days to answer",
  answerHint: "Business days of your firm, 1 to 10.",
  expires: "Days until an offer expires",
  expiresHint: "Calendar days, 1 to 90.",
  enterNumber: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  needsConflictCheck: "Require a conflict check",
  needsConflictCheckHint: "A referral is accepted only with a conflict check that is clear or waived.",
  autoUpdates: "Report phases",
  autoUpdatesHint: "The referring firm gets an update when the case enters another phase, such as negotiation.",
  saved: "Referral settings saved.",
});
