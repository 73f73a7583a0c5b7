import {
  ChartNoAxesColumn,
  CreditCard,
  Globe,
  KeyRound,
  LayoutDashboard,
  Receipt,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { MenuLink } from 'shared/rules/adminMenu';
import { FolderIcon } from 'shared/kit/status/FolderIcon';

const icons: Readonly<Record<string, LucideIcon>> = {
  '/admin': LayoutDashboard,
  '/admin/country-order-list': Globe,
  '/admin/processed-order': ChartNoAxesColumn,
  '/admin/send-invoice': Receipt,
  '/admin/manage-team': Users,
  '/admin/gateway-setting': CreditCard,
  '/admin/change-password': KeyRound,
};

/** A link's icon: its folder's, or its own. */
export function MenuIcon({ link }: { link: MenuLink }) {
  if (link.folder) return <FolderIcon folder={link.folder} />;
  const Icon = icons[link.path];
  return Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null;
}
