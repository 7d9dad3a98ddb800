import { useState } from "react";
import { TextField } from "../../ui/forms/fields.tsx";

interface NumberFieldProps {
  label: string;
  hint?: string;
  least: number;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

/** A number that counts once it is typed: while somebody types 120, neither 1 nor 12 is meant. */
export function NumberField({ least, most, value, onChange, ...labels }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    const number = Number(typed);
    if (typed !== null && typed.trim() !== "" && Number.isFinite(number))
      onChange(Math.min(most, Math.max(least, number)));
    setTyped(null);
  };
  return (
    <TextField
      {...labels}
      type="number"
      min={least}
      max={most}
      step="any"
      value={typed ?? value}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
    />
  );
}
