import { Palette } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { GradientPicker } from './GradientPicker.tsx'
import { GradientSwatch } from './GradientSwatch.tsx'

type Props = { id?: string; label: string; value: string; onChange(value: string): void }

/** A gradient that opens the picker. */
export function GradientButton({ id, label, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)

  function open({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Not every browser gives a pressed button the focus, and to the focus the dialog returns.
    currentTarget.focus()
    setOpen(true)
  }

  function apply(chosen: string) {
    setOpen(false)
    onChange(chosen)
  }

  return (
    <>
      <button
        id={id}
        type="button"
        className="gradient-button"
        aria-label={`${label}: Choose gradient`}
        aria-haspopup="dialog"
        title={value || undefined}
        onClick={open}
      >
        <GradientSwatch css={value} className="gradient-button__swatch" />
        <span className="gradient-button__words">
          <Palette size={16} aria-hidden />
          Choose gradient
        </span>
      </button>
      {isOpen && (
        <GradientPicker
          value={value}
          label={label}
          onApply={apply}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
