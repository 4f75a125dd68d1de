import { TriangleAlert } from 'lucide-react'
import type { CardTitle } from '#domain/settings/cards'
import type { SettingTexts } from '#domain/settings-record'
import { Button } from '../../ui/buttons/Button.tsx'
import { MIN_CONTRAST } from '../../ui/color/shade.ts'
import { formatContrast, listHardToRead } from '../hard-to-read.ts'

/** As many as fit below the preview. */
const MAX_SHOWN = 3

type Props = {
  settings: SettingTexts
  cards: readonly CardTitle[]
  onFix(change: Partial<SettingTexts>): void
}

export function HardToRead({ settings, cards, onFix }: Props) {
  const all = listHardToRead(settings, cards)
  return all.slice(0, MAX_SHOWN).map(({ target, name, contrast, fix, fixName }) => (
    <section key={target} className="hard-to-read card row">
      <TriangleAlert className="bad" size={20} aria-hidden />
      <p className="grow">
        <strong>Hard to read from a distance ({formatContrast(contrast)}:1).</strong>
        <br />
        {name}. Aim for {MIN_CONTRAST}:1 or more.
      </p>
      {fix && (
        <Button className="small" aria-label={`${fixName}: ${name}`} onClick={() => onFix(fix)}>
          {fixName}
        </Button>
      )}
    </section>
  ))
}
