import type { CardForm } from '../fields/SettingsCard.tsx'
import { hasLook, LOOKS } from '../looks.ts'
import './LookCards.css'

type Props = { form: Pick<CardForm, 'values' | 'onEdit'> }

/** One press fills all colors below; nothing is saved yet. */
export function LookCards({ form: { values, onEdit } }: Props) {
  return (
    <div className="looks">
      {LOOKS.map(look => {
        const { name, settings, colors } = look
        const color = (background: string) => ({ background })
        return (
          <button
            key={name}
            type="button"
            className="look"
            aria-pressed={hasLook(values, look)}
            onClick={() => onEdit(settings)}
          >
            <span className="look__picture" aria-hidden>
              <span className="look__header" style={color(colors.headerBackground)} />
              <span
                className="look__call"
                style={{
                  background: colors.callBackground,
                  borderColor: colors.callBorderColor,
                  color: colors.callNameText,
                }}
              >
                Aa
              </span>
              <span className="look__queue" style={color(colors.queueBackground)}>
                <span className="look__row" style={color(colors.queueItemBackground)} />
                <span className="look__row" style={color(colors.queueItemBackground)} />
              </span>
            </span>
            {name}
          </button>
        )
      })}
    </div>
  )
}
