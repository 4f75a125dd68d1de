import { AUDIT_ACTIONS, type AuditEntry } from '#domain/audit/audit-entry'
import type { CsvSeparator } from '#domain/reports/csv'
import {
  addDays,
  formatLongDay,
  getClinicDay,
  getClinicTime,
  isDay,
  type TimeZone,
} from '#domain/time'
import { CsvButton } from '../islands/reports/Tools.tsx'
import { EmptyState } from '../islands/ui/EmptyState.tsx'
import { PageHeader } from '../islands/ui/PageHeader.tsx'
import { Cell, NameCell, Table, TableCard } from '../islands/ui/table/Table.tsx'
import { readAudit } from '../server/queries/audit.ts'
import { getToday } from '../server/queries/reports.ts'
import { getUsers } from '../server/queries/users.ts'
import type { Page } from './page.ts'

export const audit: Pick<Page, 'render'> = {
  async render({ app, query, csvSeparator, recordAudit }) {
    const today = getToday(app)
    const day = (name: string, fallback: string) => {
      const given = query(name) ?? ''
      return isDay(given) ? given : fallback
    }
    const [from, to] = [day('from', addDays(today, -6)), day('to', today)]
    const [user, action] = [query('user') ?? '', query('action') ?? '']
    const before = Number(query('before')) || undefined
    await recordAudit({ action: 'audit read', subject: `${from} to ${to}` })
    const wanted = { from, to, user, action, before }
    const { entries, next } = await readAudit(app, wanted)
    const users = (await getUsers(app)).map(({ username }) => username)
    const address = new URLSearchParams({ from, to, user, action })
    return (
      <>
        <PageHeader title="Audit" about="Kept for twelve months" />
        <TableCard
          title="Entries"
          className="audit"
          tools={<AuditForm {...{ from, to, user, action, users }} separator={csvSeparator} />}
        >
          {entries.length === 0 ? (
            <EmptyState
              message="Nothing was recorded in this period."
              hint="Choose other days, another person or everything."
            />
          ) : (
            <Table
              label="Entries"
              titles={[['Time', '128'], 'What', ['User', '200']]}
              className="audit-table"
            >
              {entries.map(entry => (
                <Entry key={entry.id} entry={entry} timeZone={app.config.timeZone} />
              ))}
            </Table>
          )}
          <p className="audit__end line soft small">
            {next !== null && (
              <a className="button" href={`/audit?${address}&before=${next}`}>
                Older
              </a>
            )}
            Entries have no patient's name: patients are named by their number of that day.
          </p>
        </TableCard>
      </>
    )
  },
}

type FormProps = Record<'from' | 'to' | 'user' | 'action', string> & {
  users: string[]
  separator: CsvSeparator
}

function AuditForm({ from, to, user, action, users, separator }: FormProps) {
  return (
    <form className="row audit-tools grow" action="/audit">
      <label className="row soft small">
        From <input className="input" type="date" name="from" defaultValue={from} />
      </label>
      <label className="row soft small">
        to <input className="input" type="date" name="to" defaultValue={to} />
      </label>
      <label className="row soft small">
        by{' '}
        <input
          className="input"
          name="user"
          list="users"
          defaultValue={user}
          placeholder="everybody"
        />
        <datalist id="users">
          {users.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <label className="row soft small">
        what{' '}
        <select className="input" name="action" defaultValue={action}>
          <option value="">everything</option>
          {AUDIT_ACTIONS.map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        Show
      </button>
      <CsvButton action="/api/audit/entries.csv" separator={separator} />
    </form>
  )
}

function Entry({ entry, timeZone }: { entry: AuditEntry; timeZone: TimeZone }) {
  const { at, username, address, action, subject, detail } = entry
  return (
    <tr className="table__row">
      <Cell below={formatLongDay(getClinicDay(at, timeZone))}>{getClinicTime(at, timeZone)}</Cell>
      <NameCell below={detail}>
        {action.slice(0, 1).toUpperCase() + action.slice(1)}{' '}
        {subject && <span className="audit__subject">{subject}</span>}
      </NameCell>
      <Cell below={address}>{username ?? (address === null && 'command line')}</Cell>
    </tr>
  )
}
