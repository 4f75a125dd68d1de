import { MAX_TEXT_LENGTH } from '#domain/settings/setting-types'
import type { CardForm } from '../fields/SettingsCard.tsx'
import { GroupFields } from './ColorCards.tsx'

export function MarqueeFields({ form }: { form: CardForm }) {
  const { values, onEdit } = form
  return (
    <>
      <label className="field">
        <span className="field__label">Text</span>
        <textarea
          className="input"
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          value={values.marqueeText ?? ''}
          onChange={event => onEdit({ marqueeText: event.target.value })}
        />
      </label>
      <GroupFields card="Marquee" form={form} />
    </>
  )
}
