import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Button } from "../button.tsx";
import { cn } from "../class-names.ts";
import { secretInput as t } from "./strings.ts";
import { TextInput } from "./text-input.tsx";

interface SecretInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** What it hides: "the key". */
  what: string;
}

/** Hidden like a password, but browsers and password managers must not offer to store it. */
export function SecretInput({ what, className, ...rest }: SecretInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={cn("relative min-w-0", className)}>
      <TextInput
        {...rest}
        type={isShown ? "text" : "password"}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        className="pr-11 font-mono"
      />
      <Button
        variant="ghost"
        size="icon-sm"
        aria-pressed={isShown}
        aria-label={t.show(what)}
        className="absolute top-0.75 right-0.75"
        onClick={() => setShown(!isShown)}
      >
        <Icon aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
