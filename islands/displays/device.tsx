import { Link, Pencil, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { KIND_NAMES, type TvDevice, type TvKind } from '#domain/display/tv-device'
import { capitalize } from '#domain/text'
import { api, toPath } from '../data/api.ts'
import { refetchQueries } from '../data/query.ts'
import { useWrites } from '../data/resource.ts'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { useConfirm } from '../ui/confirm/ConfirmDialog.tsx'
import { useRename } from '../ui/hooks/use-rename.ts'
import type { MenuItem } from '../ui/menu/ActionControl.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { QrCode } from '../ui/QrCode.tsx'

export const useTvWrites = () => useWrites<'tv'>(() => refetchQueries(['tv-devices']))

type Device = Pick<TvDevice, 'id' | 'name' | 'kind'>

export function useDevice(device: Device) {
  const { name, kind } = device
  const { busy, mutate } = useTvWrites()
  const [dialog, ask] = useConfirm()
  const [url, setUrl] = useState<string | null>(null)
  const noun = KIND_NAMES[kind]
  const title = capitalize(noun)
  const keys = ['tv'] as const
  const route = api['tv-devices'][':id']
  const path = toPath(device)
  const rename = useRename(name, {
    onRename: typed =>
      mutate({
        keys,
        done: [`${title} renamed`, typed],
        failed: `Failed to rename the ${noun}.`,
        send: () => route.$put({ ...path, json: { name: typed } }),
      }),
  })

  async function rotate() {
    const failed = 'Failed to create a new link.'
    const rotated = await mutate({ keys, failed, send: () => route.rotate.$post(path) })
    setUrl(rotated?.url ?? null)
  }

  const revoke = () =>
    mutate({
      keys,
      done: [`${title} revoked`, kind === 'tv' ? `${name} no longer shows anything.` : name],
      failed: `Failed to revoke the ${noun}.`,
      send: () => route.$delete(path),
    })

  function askToRotate() {
    const about = 'The old link stops immediately.'
    ask({
      title: `New link for ${name}?`,
      about,
      action: 'Create link',
      Icon: Link,
      onConfirm: rotate,
    })
  }

  function askToRevoke() {
    ask({
      title: `Revoke ${noun} ${name}?`,
      about:
        kind === 'tv'
          ? 'It no longer shows anything, and its link stops immediately.'
          : 'Patients cannot register there any more, and its link stops immediately.',
      action: `Revoke ${noun}`,
      Icon: Unplug,
      onConfirm: revoke,
    })
  }

  const items: MenuItem[] = [
    { label: 'Rename', icon: <Pencil size={16} />, onSelect: rename.edit },
    { label: 'New link', icon: <Link size={16} />, onSelect: askToRotate },
    { label: 'Revoke', icon: <Unplug size={16} />, onSelect: askToRevoke },
  ]
  const link = url && <TvLink {...{ name, url, kind }} onHide={() => setUrl(null)} />
  return { route, path, keys, mutate, isBusy: busy.size > 0, rename, items, link, dialog }
}

type HeadProps = Pick<ReturnType<typeof useDevice>, 'rename' | 'items' | 'isBusy'> & {
  device: Device
  children: ReactNode
}

export function DeviceHead({ device, rename, items, isBusy, children }: HeadProps) {
  const { name, kind } = device
  return (
    <div className="display-card__head line">
      <div className="display-card__title line">
        {rename.draft === null ? (
          <h2 className="display-card__name breakable">{name}</h2>
        ) : (
          <input
            className="input display-card__rename"
            aria-label={kind === 'tv' ? 'TV name' : 'Kiosk name'}
            {...rename.field}
          />
        )}
        {children}
      </div>
      <span
        className="display-card__menu"
        ref={menu => {
          rename.editButton.current = menu?.querySelector('button') ?? null
        }}
      >
        <MenuButton label={`More for ${name}`} listItems={() => items} isBusy={isBusy} />
      </span>
    </div>
  )
}

type LinkProps = { name: string; url: string; kind: TvKind; onHide(): void }

/** Shows a new link. The server returns a link only once, when it creates the link. */
export function TvLink({ name, url, kind, onHide }: LinkProps) {
  const noun = KIND_NAMES[kind]
  return (
    <section className="tv-link row" aria-label={`Link for ${name}`}>
      <QrCode text={url} label={`QR code of the link for ${name}`} />
      <div className="tv-link__text stack stack--tight">
        <p>
          Open the link on the {noun}, or scan the code with the {noun}.{' '}
          <strong>This link is shown only once.</strong>
        </p>
        <AddressProblem url={url} />
        <CopyField label="Link" value={url} copyLabel="Copy link" onHide={onHide} />
      </div>
    </section>
  )
}
