import { useId, useState } from 'react'
import { FRAME_ORIGIN_MAX } from '#domain/display/frame-origin'

type Props = { value: string; problem: string | null; onChange(value: string): void }

export function FrameOrigin({ value, problem, onChange }: Props) {
  const id = useId()
  // Hides the problem during typing, because an incomplete address is always invalid.
  const [isTyping, setTyping] = useState(false)
  const shown = isTyping ? null : problem
  return (
    <label className="field display-form__frame">
      <span className="field__label">May be shown inside</span>
      <input
        className="input"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://player.example"
        value={value}
        maxLength={FRAME_ORIGIN_MAX}
        aria-invalid={shown !== null}
        aria-describedby={id}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={event => onChange(event.target.value)}
      />
      {shown === null ? (
        <span id={id} className="field__hint">
          The address of a signage player whose page frames this TV. Empty: none.
        </span>
      ) : (
        <span id={id} className="field__problem" role="alert">
          {shown}
        </span>
      )}
    </label>
  )
}
