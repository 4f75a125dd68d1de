import type { Settings } from '#domain/settings/settings'
import { BackgroundField } from './BackgroundField.tsx'

type Props = { values: Settings; onEdit(changes: Settings): void }

export function MarqueeFields({ values, onEdit }: Props) {
  return (
    <>
      <label className="field">
        <span className="field__label">Text</span>
        <textarea
          className="input"
          rows={2}
          maxLength={500}
          value={values.marqueeText ?? ''}
          onChange={event => onEdit({ marqueeText: event.target.value })}
        />
      </label>
      <BackgroundField
        painted="marqueeText"
        label="Text"
        card="Marquee"
        values={values}
        onEdit={onEdit}
      />
      <BackgroundField
        painted="marqueeBackground"
        label="Background"
        card="Marquee"
        values={values}
        onEdit={onEdit}
      />
    </>
  )
}
