import { Link, Pencil, Unplug } from 'lucide-react'
import { KIND_NAMES } from '#domain/display/tv-device'
import type { Question } from '../ui/confirm/ConfirmDialog.tsx'
import type { MenuItem } from '../ui/menu/ActionControl.tsx'
import type { Device, DeviceWrites } from './device-writes.ts'

type Actions = {
  device: Device
  writes: DeviceWrites
  ask(question: Question): void
  onRename(): void
  onLink(url: string | null): void
}

/** Lists the menu items that TVs and kiosks share. */
export function listDeviceActions(actions: Actions): MenuItem[] {
  const { device, writes, ask, onRename, onLink } = actions
  const { name, kind } = device
  const noun = KIND_NAMES[kind]
  const askForLink = () =>
    ask({
      title: `New link for ${name}?`,
      about: 'The old link stops immediately.',
      action: 'Create link',
      Icon: Link,
      onConfirm: () => void writes.rotate().then(rotated => onLink(rotated?.url ?? null)),
    })
  const askToRevoke = () =>
    ask({
      title: `Revoke ${noun} ${name}?`,
      about:
        kind === 'tv'
          ? 'It no longer shows anything, and its link stops immediately.'
          : 'Patients cannot register there any more, and its link stops immediately.',
      action: `Revoke ${noun}`,
      Icon: Unplug,
      onConfirm: writes.revoke,
    })
  return [
    { label: 'Rename', icon: <Pencil size={16} />, onSelect: onRename },
    { label: 'New link', icon: <Link size={16} />, onSelect: askForLink },
    { label: 'Revoke', icon: <Unplug size={16} />, onSelect: askToRevoke },
  ]
}
