import { Link } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { KIND_NAMES, type TvKind } from '#domain/display/tv-kind'
import { api, unwrap } from '../data/api.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { type Owner, OwnerField } from './OwnerField.tsx'
import { TvLink } from './TvLink.tsx'
import { useTvWrites } from './use-tv-writes.ts'

const KINDS: { value: TvKind; label: string }[] = [
  { value: 'tv', label: 'TV' },
  { value: 'kiosk', label: 'Kiosk' },
]

export function AddTv({ users }: { users: Owner[] }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<TvKind>('tv')
  const [userId, setUserId] = useState(users[0]?.id ?? 0)
  const [link, setLink] = useState<{ name: string; url: string; kind: TvKind } | null>(null)
  const { isBusy, problem, write } = useTvWrites()
  const noun = KIND_NAMES[kind]

  async function submit(event: FormEvent) {
    event.preventDefault()
    const created = await write(`Failed to add the ${noun}. Please try again.`, headers =>
      unwrap(api['tv-devices'].$post({ json: { userId, name, kind } }, headers)),
    )
    if (!created) return
    setLink({ name: created.device.name, url: created.url, kind: created.device.kind })
    // Text typed meanwhile belongs to the next TV.
    setName(current => (current === name ? '' : current))
  }

  return (
    <form className="stack add-tv" onSubmit={submit} autoComplete="off">
      <h3 className="card__title">Create a link</h3>
      <p className="soft">Creates a link and a QR code for a device that can open or scan one.</p>
      <Choice<TvKind> label="What is it?" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'kiosk' && (
        <p className="soft">Patients take their number there. It can do nothing else.</p>
      )}
      <TextField
        label="Name"
        name="name"
        problem={problem}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <OwnerField users={users} value={userId} onChange={setUserId} />
      <Button type="submit" aria-busy={isBusy}>
        <Link size={18} aria-hidden />
        {isBusy ? 'Adding...' : `Add ${noun}`}
      </Button>
      {link && <TvLink key={link.url} {...link} onHide={() => setLink(null)} />}
    </form>
  )
}
