/**
 * The icons of settings and tools, and of places that the menu folds, in a script of their own: the menu of most
 * screens does not show them.
 */
export {
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  CircleDollarSign,
  CircleHelp,
  Fingerprint,
  FlaskConical,
  HandCoins,
  KeySquare,
  ListChecks,
  MapPin,
  PenLine,
  ReceiptText,
  Scale,
  ScrollText,
  Users,
  UsersRound,
} from "lucide-react";
