import { CopyField } from '../../ui/CopyField.tsx'

type Props = { name: string; token: string; onHide(): void }

export function NewToken({ name, token, onHide }: Props) {
  return (
    <section className="programs__new stack" aria-label={`Token for ${name}`}>
      <p>
        Enter this token in {name}. <strong>It is shown only once.</strong>
      </p>
      <CopyField label="Token" value={token} copyLabel="Copy token" onHide={onHide} />
    </section>
  )
}
