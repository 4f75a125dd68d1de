import type { ReactNode } from 'react'
import type { TvKind } from '#domain/display/tv-device'
import type { Rename } from '../ui/hooks/use-rename.ts'
import type { MenuItem } from '../ui/menu/ActionControl.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'

type Props = {
  device: { name: string; kind: TvKind }
  rename: Rename
  items: MenuItem[]
  isBusy: boolean
  /** The device's badge. */
  children: ReactNode
}

export function DeviceHead({ device: { name, kind }, rename, items, isBusy, children }: Props) {
  return (
    <div className="display-card__head line">
      <div className="display-card__title line">
        {rename.draft === null ? (
          <h2 className="display-card__name">{name}</h2>
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
