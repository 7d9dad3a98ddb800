import { enumeration } from "../../contract/enumeration.ts";

export const communicationEnumerations = {
  messageChannel: enumeration("By what a message goes.", {
    text: "A text message.",
    email: "An email.",
    fax: "A fax, which is logged.",
    letter: "A letter, which is logged.",
  }),
  messageDirection: enumeration("Who wrote.", {
    inbound: "The client, lead or contact.",
    outbound: "The firm.",
  }),
  conversationStatus: enumeration("Whether a conversation goes on.", {
    open: "It goes on.",
    closed: "It is done. A new message opens it again.",
  }),
  messageStatus: enumeration("What became of a message.", {
    scheduled: "It is sent later, at `sendAt`.",
    queued: "It is about to be sent.",
    sent: "The provider took it.",
    delivered: "It reached the device or the mail server.",
    read: "It was opened.",
    undelivered: "The carrier did not deliver it.",
    bounced: "The mail server returned it.",
    failed: "It was not sent: see `failure`.",
    blocked: "It may not be sent: see `block`.",
    cancelled: "It was canceled before it was sent.",
    received: "It came in.",
    logged: "It was sent elsewhere, and logged.",
  }),
  messageFailure: enumeration("Why a message was not sent or not delivered.", {
    address_refused: "The address does not exist.",
    mailbox_full: "The mailbox is full.",
    number_invalid: "The number does not exist.",
    not_mobile: "The number cannot receive texts.",
    not_permitted: "The provider's account may not send it.",
    carrier_filtered: "The carrier filtered it.",
    provider_rejected: "The provider rejected it.",
    not_configured:
      "The firm has no provider for this channel, or no longer the account or the number that the text was to go from.",
    outcome_unknown: "The provider never said what became of it. It is not sent again automatically.",
    record_closed: "Its case was archived, or its lead deleted.",
    too_late: "It was more than 24 hours late.",
    other: "Another reason.",
  }),
  sendBlock: enumeration("Why a message may not be sent.", {
    no_consent: "The person has not agreed to texts.",
    opted_out: "The person opted out, or the address is suppressed.",
    do_not_contact: "The client or contact is not to be contacted.",
    deceased: "The client died.",
    no_address: "The record has no such address.",
    quiet_hours: "It is a quiet hour where the recipient lives.",
    record_closed:
      "The case is archived, the lead is deleted, or the signer's link ended: by a void, a correction or a signature.",
    limit: "The firm's daily limit is reached.",
  }),
  messageAutomation: enumeration("What sends a message automatically.", {
    opt_out_confirmation: "The confirmation of STOP.",
    help_reply: "The response to HELP.",
    start_reply: "The response to START.",
    esign: "A signature request.",
  }),
  optOutKeyword: enumeration("What an inbound text asks for.", {
    stop: "No more texts.",
    start: "Texts again.",
    help: "Help.",
    suspected: "Perhaps no more texts: a person decides.",
  }),
  messageProvider: enumeration("What carries messages.", {
    outbox: "A folder of the installation, for tests.",
    smtp: "The installation's mail server.",
    twilio: "Twilio.",
    telnyx: "Telnyx.",
    external: "Another system, which logged it.",
  }),
} as const;
