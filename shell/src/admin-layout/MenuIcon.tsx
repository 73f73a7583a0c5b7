import {
  Bell,
  BookOpen,
  Calendar,
  ChartNoAxesColumn,
  Circle,
  ClipboardList,
  Clock,
  CreditCard,
  FileText,
  Flag,
  Globe,
  KeyRound,
  LayoutDashboard,
  Mail,
  MessageSquare,
  Phone,
  Plane,
  Receipt,
  Scale,
  Settings,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { FolderIcon } from 'shared/kit';
import type { MenuIconName } from 'shared/remote/menuIcons';
import { folderNames, type FolderName } from 'shared/rules/folders';

const icons: Readonly<Record<Exclude<MenuIconName, FolderName>, LucideIcon>> = {
  'layout-dashboard': LayoutDashboard,
  bell: Bell,
  'book-open': BookOpen,
  calendar: Calendar,
  'chart-no-axes-column': ChartNoAxesColumn,
  'clipboard-list': ClipboardList,
  clock: Clock,
  'credit-card': CreditCard,
  'file-text': FileText,
  flag: Flag,
  globe: Globe,
  'key-round': KeyRound,
  mail: Mail,
  'message-square': MessageSquare,
  phone: Phone,
  plane: Plane,
  receipt: Receipt,
  scale: Scale,
  settings: Settings,
  'shield-check': ShieldCheck,
  users: Users,
};

/** A link's icon by its name; a circle for a name that a newer remote has and this shell does not know. */
export function MenuIcon({ name }: { name: MenuIconName }) {
  if (isFolder(name)) return <FolderIcon folder={name} />;
  const Icon = Object.hasOwn(icons, name) ? icons[name] : Circle;
  return <Icon size={16} strokeWidth={1.75} aria-hidden />;
}

const isFolder = (name: MenuIconName): name is FolderName => folderNames.includes(name as FolderName);
