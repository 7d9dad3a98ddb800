import { catalog } from "../client/catalog.ts";

export const addFirmDialog = catalog({
  title: "Add partner firm",
  add: "Add firm",
  kind: "Firm type",
  network: "On Caseport",
  networkHint: "Referrals, updates and documents pass between the two firms.",
  external: "Not on Caseport",
  externalHint: "Your firm keeps its own record of the referrals.",
  code: "Firm’s code",
  codeHint: "Shown in the other firm’s referral settings. Nothing is sent until you approve the firm.",
  enterCode: "Enter a code such as 7QXM-2KTD-9F.",
  name: "Firm name",
  enterName: "Enter the firm’s name.",
  attorneyName: "Attorney",
  email: "Email",
  phone: "Phone",
  wasAdded: (name: string) => `${name} was added.`,
});

export const contactSearch = catalog({
  contact: "Contact",
  contactHint: "Search by contact name. If you choose none, a contact is created with the firm’s name.",
  anotherContact: "Choose another",
  searching: "Searching…",
  noMatchingContacts: "No matching contacts. One is created when you add the firm.",
  matchingContacts: "Matching contacts",
});

export const approvalsDialog = catalog({
  title: "Edit approvals",
  description: (name: string) => `What your firm and ${name} can do with each other.`,
  save: "Save approvals",
  sending: "Your firm can refer matters to it",
  sendingHint: "Client data is shared with the firm when it accepts a referral.",
  taking: "It can refer matters to your firm",
  takingHint: "Your firm must also accept referrals. See the Your firm tab.",
  wereSaved: (name: string) => `Approvals of ${name} were saved.`,
});

export const blockDialog = catalog({
  title: "Block partner firm",
  block: "Block firm",
  consequence: (name: string) =>
    `Your firm can no longer send referrals to ${name} or receive them. Accepted referrals continue.`,
  reason: "Reason",
  reasonHint: "Visible to members of your firm only.",
  enterReason: "Enter a reason.",
  wasBlocked: (name: string) => `${name} is blocked.`,
});

export const unblockDialog = catalog({
  title: "Unblock partner firm",
  unblock: "Unblock firm",
  consequence: (name: string) => `Your firm can work with ${name} again, with the same approvals as before.`,
  wasUnblocked: (name: string) => `${name} is active again.`,
});

export const profileTab = catalog({
  profile: "how your firm accepts referrals",
  code: "Your code",
  codeHint: "Share it with firms you trust so they can add yours. Nothing is sent until both firms approve.",
  noCode: "Your firm has no code yet.",
  createCode: "Create code",
  replaceCode: "Replace code",
  replaceTitle: "Replace the code?",
  replaceConsequence: "The current code stops working immediately. Firms that already added yours are not affected.",
  codeIsNew: "New code created.",
  taking: "Accepting referrals",
  displayName: "Name shown to other firms",
  enterDisplayName: "Enter a name.",
  accepts: "Accept referrals from",
  acceptsFrom: { nobody: "No one", approved: "Approved partner firms" },
  answer: "Days to respond",
  answerHint: "Business days of your firm, 1 to 10.",
  expires: "Days until an offer expires",
  expiresHint: "Calendar days, 1 to 90.",
  enterNumber: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  needsConflictCheck: "Require a conflict check",
  needsConflictCheckHint: "A referral can be accepted only after its conflict check is clear or waived.",
  autoUpdates: "Send phase updates",
  autoUpdatesHint: "The referring firm gets an update when the case enters a new phase, such as negotiation.",
  saved: "Referral settings saved.",
});
