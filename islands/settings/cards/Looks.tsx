import type { SettingKey } from '#domain/settings/settings-schema'
import { useForm } from '../fields/form.ts'
import { hasLook, LOOKS } from '../looks.ts'

export function Looks() {
  const { values, onEdit } = useForm()
  return (
    <div className="looks">
      {LOOKS.map(look => {
        const { name, settings } = look
        const fill = (key: SettingKey) => ({ background: settings[key] })
        return (
          <button
            key={name}
            type="button"
            className="look"
            aria-pressed={hasLook(values, look)}
            onClick={() => onEdit(settings)}
          >
            <span className="look__picture" aria-hidden>
              <span className="look__header" style={fill('headerBackgroundColor')} />
              <span
                className="look__call"
                style={{
                  ...fill('callBackgroundColor'),
                  borderColor: settings.callBorderColor,
                  color: settings.callNameTextColor,
                }}
              >
                Aa
              </span>
              <span className="look__queue" style={fill('queueBackgroundColor')}>
                <span className="look__row" style={fill('queueItemBackgroundColor')} />
                <span className="look__row" style={fill('queueItemBackgroundColor')} />
              </span>
            </span>
            {name}
          </button>
        )
      })}
    </div>
  )
}
