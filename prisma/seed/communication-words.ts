/** Who writes, what, and how many hours after the message before it. */
export interface Turn {
  by: "client" | "firm";
  text: string;
  hours: number;
}

const client = (text: string, hours = 0): Turn => ({ by: "client", text, hours });
const firm = (text: string, hours = 0): Turn => ({ by: "firm", text, hours });

/** What firms and their clients text each other. The first of each case asks for what the next steps need. */
export const texts: readonly (readonly Turn[])[] = [
  [
    firm("Hi, this is the office of your attorney. How did the appointment with the orthopedist go?"),
    client("Good. He wants another MRI of the shoulder, and 6 more weeks of therapy.", 3),
    firm("Thanks. Send us the date of the MRI when you have it, and keep every visit, even if you feel better.", 1),
    client("It is on the 14th at 9:30.", 22),
    firm("Got it. We will order the images after that day.", 2),
  ],
  [
    client("The other driver's insurance called me and wants a recorded statement. Should I talk to them?"),
    firm("No. Tell them that you are represented, give them our number, and say nothing about the accident.", 1),
    client("ok I said that. They asked for your fax number", 4),
    firm("They have it. You did the right thing.", 1),
  ],
  [
    firm("We need photos of the damage to your car before it is repaired. All four sides, and the inside."),
    client("Body shop has it since Monday. I can go there tomorrow", 2),
    firm("Please ask them not to start yet. We will send somebody if you cannot make it.", 1),
    client("Took 12 pictures, how do I send them", 26),
    firm("Use the upload link in the email from this morning. Texts make them too small.", 1),
  ],
  [
    client("Did my check come yet"),
    firm("Not yet. The carrier confirmed that it mails the check this week. We text you the day that it arrives.", 2),
    client("thank you", 1),
    firm("It is here and deposited. It has to clear before we pay out, about 7 business days.", 96),
  ],
  [
    firm("Reminder: your deposition is on Thursday at 10:00 AM. Come to our office at 9:00 so that we can prepare."),
    client("Do I need to bring anything", 5),
    firm("Your ID, and the list of doctors that we mailed to you, if you filled it in.", 1),
    client("Will be there", 12),
  ],
  [
    client("I have been off work for 3 weeks now and my boss wants a note."),
    firm("Ask your doctor for a work status note, and send us a copy. We need it for your lost wages, too.", 3),
    client("He wrote light duty until the end of the month", 49),
    firm("Does your employer have light duty for you? If they do not, ask them to say so in writing.", 2),
    client("They don't. I will ask HR", 1),
  ],
  [
    firm("The hospital sent a bill for $1,840 to collections. Do not pay it. We are writing to them today."),
    client("They keep calling me every day!!", 1),
    firm("Give them our number and say that it is part of a claim. Tell us if they call again.", 1),
  ],
  [
    client("Moved last weekend. New address is 418 Larch St Apt 2"),
    firm("Thank you, updated. Did you give it to your doctors and your health insurance, too?", 1),
    client("Not yet, will do", 6),
  ],
  [
    firm(
      "The adjuster offered $22,500. That is below your medical bills, and we advise against it. Call us when you can.",
    ),
    client("In a meeting, can I call at 4?", 1),
    firm("4:00 works. We will be at our desks until 6:00.", 1),
    client("ok. I do not want to take it either", 3),
  ],
  [
    client("Can you tell me what is going on with my case? Have not heard anything in a while"),
    firm("Of course. Two providers still owe us records. Once they are here, we write the demand. About 3 weeks.", 4),
    client("Ok good to know", 1),
  ],
  [
    firm(
      "Your settlement statement is ready to sign. The link is in your email. Call us with any question about the numbers.",
    ),
    client("What is the lien from Medicare for", 8),
    firm(
      "Medicare paid for your care and has to be paid back. We got it reduced by a third; the statement has the amounts.",
      2,
    ),
    client("Signed it", 20),
    firm("Received. Thank you.", 1),
  ],
  [
    client("Mi mamá no habla inglés, puede hablar alguien con ella en español?"),
    firm("Claro. Inés la llama hoy a las 3. ¿Es este el número correcto?", 2),
    client("Sí, gracias", 1),
  ],
];

/** What they write in emails: the subject of each thread, then its messages. */
export const emails: readonly { subject: string; turns: readonly Turn[] }[] = [
  {
    subject: "Your medical records",
    turns: [
      firm(
        "Good morning,\n\nWe have requested your records from all providers on your list. If you saw anybody else since, such as urgent care or a chiropractor, reply with the name and the first date.\n\nThe records team",
      ),
      client(
        "I went to the urgent care on Route 70 twice, on the day after the accident and a week later. I had forgotten about that.",
        30,
      ),
      firm("Thank you, that helps. We have added it and send the request today.", 5),
    ],
  },
  {
    subject: "Lost wages",
    turns: [
      client(
        "Hello, attached are my last three pay stubs. My supervisor says that HR will fill in the form next week.",
      ),
      firm(
        "Thank you. The pay stubs are in your file. Ask HR to state your usual hours and the days that you missed because of the injury; without the days the carrier will not count them.",
        7,
      ),
    ],
  },
  {
    subject: "Mediation on the 21st",
    turns: [
      firm(
        "The mediation is confirmed for the 21st at 9:30 AM, by video. Expect it to take most of the day. The mediator goes back and forth between the two sides; nothing that you say there can be used in court.\n\nWe will call you the day before to prepare.",
      ),
      client("Can my wife sit next to me during it?", 18),
      firm("Yes. Tell us her name beforehand, and she signs the same confidentiality agreement.", 4),
      client("Her name is on the claim form. Thanks.", 2),
    ],
  },
  {
    subject: "Property damage",
    turns: [
      client("The carrier wants to total my car and offers $9,300. Is that fair? I still owe $10,150 on the loan."),
      firm(
        "Send us the valuation report that they used. We look for the trim level and the mileage; these are wrong more often than not. Do not sign the title over before we have answered.",
        20,
      ),
      client("Report is attached. The mileage is off by 20,000.", 26),
      firm("Then the offer is too low. We are writing to them today.", 5),
    ],
  },
  {
    subject: "Copy of the police report",
    turns: [
      firm(
        "We received the police report. It lists a witness whom you did not mention, in the car behind yours. Do you remember speaking with anybody at the scene?",
      ),
      client("A woman stopped and waited with me until the ambulance came. I never got her name.", 40),
    ],
  },
];

/** The last text of a conversation that waits for an answer. */
export const waiting: readonly string[] = [
  "The doctor says that I need surgery. What does that mean for my case?",
  "Got a letter from the insurance with a form to sign. Should I sign it?",
  "Is my appointment with you still on for tomorrow?",
  "They stopped my therapy because the insurance does not pay any more. What now?",
  "I did not get the email with the link, can you send it again",
];

/** A reasonable person would take it for an opt-out, although it is not one of the words. */
export const suspectedOptOut = "Do not text me at work any more, my boss reads over my shoulder. Call me after 5.";

/** From numbers that nobody at the firm knows. */
export const unlinked: readonly string[] = [
  "Hi, is this the law firm? I was in the car with Rosa when it happened and can tell you what I saw.",
  "This is my new number, the old phone broke in the accident",
  "Returning your call about the deposition. Call me back when you can",
];

/** What a call was about: `missed` are those in which nobody spoke. */
export const summaries = {
  completed: [
    "Went through the list of providers; two were missing and are added.",
    "Client asked how long the demand takes. Explained that the carrier has 30 days to respond.",
    "Pain is better since the injection. Next visit with the surgeon in two weeks.",
    "Prepared the client for the recorded statement of their own carrier.",
    "Discussed the offer. Client does not accept it and wants to wait for the MRI.",
    "Client was upset about the rental car. Called the adjuster, who extends it by a week.",
    "Confirmed the address and the new phone number.",
    "Explained the settlement statement line by line. Client signs tonight.",
  ],
  voicemail: ["Left a message: call back about the records.", "Asked for the name of the health insurer."],
} as const;

export const templates = [
  {
    name: "Checking in on treatment",
    channel: "text",
    body: "Hi {{client.firstName}}, this is {{firm.name}}. How is your treatment going? Tell us about new doctors and appointments.",
  },
  {
    name: "Appointment reminder",
    channel: "text",
    body: "{{firm.name}}: a reminder of your appointment on {{input.when}}. Reply if you cannot come.",
  },
  {
    name: "Records still missing",
    channel: "text",
    body: "Hi {{client.firstName}}, we are still waiting for records of {{input.provider}}. Did you sign their release?",
  },
  {
    name: "Settlement check arrived",
    channel: "text",
    body: "Hi {{client.firstName}}, the settlement check arrived and is deposited. We text you when it has cleared.",
  },
  {
    name: "Seguimiento del tratamiento",
    channel: "text",
    language: "es",
    body: "Hola {{client.firstName}}, le escribe {{firm.name}}. ¿Cómo sigue su tratamiento? Avísenos de citas nuevas.",
  },
  {
    name: "Welcome to the firm",
    channel: "email",
    subject: "Your case {{case.sequenceId}}",
    body: "Dear {{client.fullName}},\n\nThank you for choosing {{firm.name}}. {{leadAttorney.fullName|Your attorney}} leads your case. Until we tell you otherwise, see your doctors as they advise, keep every receipt, and do not speak with any insurer about the accident.\n\n{{author.fullName|The team}}\n{{firm.phone|}}",
  },
  {
    name: "Wage loss documents",
    channel: "email",
    subject: "What we need for your lost wages",
    body: "Dear {{client.firstName}},\n\nto claim your lost wages we need your last three pay stubs, and a letter of your employer with the days that you missed.\n\n{{firm.name}}",
  },
  {
    name: "Case status",
    channel: "email",
    subject: "Where your case {{case.sequenceId}} stands",
    body: "Dear {{client.firstName}},\n\n{{input.status}}\n\nReply to this email or call {{firm.phone|our office}} with any question.\n\n{{author.fullName|The team}}",
  },
] as const;
