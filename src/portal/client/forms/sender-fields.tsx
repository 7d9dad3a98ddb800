import { TextField } from "../../ui/forms/fields.tsx";

interface Sender {
  senderName: string;
  replyTo: string;
}

interface SenderFieldsProps {
  texts: Record<"senderName" | "senderNameHint" | "replyTo" | "replyToHint", string>;
  values: Sender;
  faults: Partial<Record<keyof Sender, string>>;
  change: (changed: Partial<Sender>) => void;
}

/** From whom a firm's emails are, and where replies go. */
export function SenderFields({ texts, values, faults, change }: SenderFieldsProps) {
  return (
    <div className="grid max-w-2xl gap-4">
      <TextField
        label={texts.senderName}
        hint={texts.senderNameHint}
        error={faults.senderName}
        optional
        maxLength={100}
        autoComplete="off"
        value={values.senderName}
        onChange={(senderName) => change({ senderName })}
      />
      <TextField
        label={texts.replyTo}
        hint={texts.replyToHint}
        error={faults.replyTo}
        optional
        type="email"
        maxLength={254}
        autoComplete="off"
        value={values.replyTo}
        onChange={(replyTo) => change({ replyTo })}
      />
    </div>
  );
}
