import { describe, expect, test } from 'bun:test'
import { passwordForm, signInForm } from '../../server/http/schemas/auth.ts'
import { callsQuery, currentCallQuery } from '../../server/http/schemas/calls.ts'
import { idParam } from '../../server/http/schemas/fields.ts'
import { registrationForm, statusForm } from '../../server/http/schemas/patients.ts'
import { roomForm } from '../../server/http/schemas/rooms.ts'

const BODIES = { signInForm, passwordForm, registrationForm, statusForm, roomForm }
const FORMS = { ...BODIES, idParam, callsQuery, currentCallQuery }
type Form = keyof typeof FORMS

/** Each issue as "field: sentence". */
function problems(form: Form, input: unknown) {
  const issues = FORMS[form].safeParse(input).error?.issues ?? []
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

function passed(form: Form, input: unknown): unknown {
  return FORMS[form].parse(input)
}

const fields = (form: Form, input: unknown) => problems(form, input).map(p => p.split(':')[0])

const long = (length: number) => 'x'.repeat(length)
const SIGN_IN = { username: 'nurse', password: 'secret' }
const PASSWORDS = { currentPassword: 'old', newPassword: 'secret' }
const WHOLE = { name: 'Ali', number: 7, type: 'name', isPriority: true, priorityReason: 'fever' }

describe('a form accepts', () => {
  test.each<[Form, unknown]>([
    ['signInForm', SIGN_IN],
    ['signInForm', { username: long(200), password: long(1000) }],
    ['signInForm', { username: ' nurse ', password: ' secret ' }],
    ['passwordForm', PASSWORDS],
    ['passwordForm', { currentPassword: long(1000), newPassword: long(1000) }],
    ['registrationForm', {}],
    ['registrationForm', { name: null, number: null, priorityReason: null }],
    ['registrationForm', { name: '' }],
    ['registrationForm', WHOLE],
    ['registrationForm', { name: long(500), priorityReason: long(500), type: long(20) }],
    ['statusForm', { status: 'called', windowId: 2, seenSteps: 0 }],
    ['statusForm', { status: 'completed', windowId: null, requeueReason: null }],
    ['statusForm', { status: 'requeue', requeueReason: long(500) }],
    ['roomForm', { name: 'Room 6 - Dr. Aminah' }],
    ['currentCallQuery', {}],
    ['currentCallQuery', { t: '1800000000000' }],
  ])('%s: %j', (form, input) => {
    expect(problems(form, input)).toEqual([])
    expect(passed(form, input)).toEqual(input)
  })

  test('an id and a sequence sent as text', () => {
    expect(passed('idParam', { id: '7' })).toEqual({ id: 7 })
    expect(passed('callsQuery', { after: '12' })).toEqual({ after: 12 })
    expect(passed('callsQuery', { after: '0' })).toEqual({ after: 0 })
    expect(passed('callsQuery', {})).toEqual({ after: 0 })
  })
})

describe('unknown fields are dropped', () => {
  const EXTRA = { role: 'admin', id: 99, calledAt: 'x' }

  test.each<[Form, object]>([
    ['signInForm', SIGN_IN],
    ['passwordForm', PASSWORDS],
    ['registrationForm', WHOLE],
    ['statusForm', { status: 'called', windowId: 2 }],
    ['roomForm', { name: 'Room 2' }],
    ['callsQuery', { after: 3 }],
    ['currentCallQuery', { t: '1' }],
  ])('%s', (form, input) => {
    expect(passed(form, { ...EXTRA, ...input })).toEqual(input)
  })

  test('idParam', () => {
    expect(passed('idParam', { ...EXTRA, id: '7' })).toEqual({ id: 7 })
  })
})

const CURRENT = 'currentPassword: Current password is required'
const NEW = 'newPassword: New password is required'
const LONG = 'Must be at most 1000 characters'
const ROOM = 'name: Room name is required'
const STATUS =
  'status: Status must be one of waiting, called, in-progress, dispensary, requeue, completed, missed, no-show'

describe('a form says which field is wrong, and why', () => {
  test.each<[Form, unknown, string[]]>([
    ['signInForm', {}, ['username: Username is required', 'password: Password is required']],
    ['signInForm', { ...SIGN_IN, username: '  ' }, ['username: Username is required']],
    ['signInForm', { ...SIGN_IN, password: '' }, ['password: Password is required']],
    ['signInForm', { ...SIGN_IN, username: 7 }, ['username: Username is required']],
    [
      'signInForm',
      { ...SIGN_IN, username: long(201) },
      ['username: Must be at most 200 characters'],
    ],
    ['signInForm', { ...SIGN_IN, password: long(1001) }, [`password: ${LONG}`]],
    ['passwordForm', {}, [CURRENT, NEW]],
    ['passwordForm', { ...PASSWORDS, newPassword: ' ' }, [NEW]],
    [
      'passwordForm',
      { currentPassword: long(1001), newPassword: long(1001) },
      [`currentPassword: ${LONG}`, `newPassword: ${LONG}`],
    ],
    ['passwordForm', { ...PASSWORDS, currentPassword: null }, [CURRENT]],
    ['registrationForm', { name: 7 }, ['name: Name must be text']],
    ['registrationForm', { name: long(501) }, ['name: Must be at most 500 characters']],
    ['registrationForm', { number: '7' }, ['number: Number must be a number']],
    ['registrationForm', { type: 7 }, ['type: Type must be text']],
    ['registrationForm', { type: long(21) }, ['type: Must be at most 20 characters']],
    ['registrationForm', { isPriority: 'true' }, ['isPriority: isPriority must be true or false']],
    ['registrationForm', { priorityReason: [] }, ['priorityReason: Priority reason must be text']],
    ['statusForm', {}, [STATUS]],
    ['statusForm', { status: 'lost' }, [STATUS]],
    ['statusForm', { status: '__proto__' }, [STATUS]],
    ['statusForm', { status: 'called', windowId: '2' }, ['windowId: windowId must be a number']],
    [
      'statusForm',
      { status: 'requeue', requeueReason: 7 },
      ['requeueReason: Requeue reason must be text'],
    ],
    ['roomForm', {}, [ROOM]],
    ['roomForm', { name: '   ' }, [ROOM]],
    ['idParam', { id: 'abc' }, ['id: Must be a number']],
    ['callsQuery', { after: 'abc' }, ['after: after must be a number']],
  ])('%s: %j', (form, input, complaints) => {
    expect(problems(form, input)).toEqual(complaints)
  })

  test.each<[Form, unknown, string]>([
    ['registrationForm', { priorityReason: long(501) }, 'priorityReason'],
    ['statusForm', { status: 'requeue', requeueReason: long(501) }, 'requeueReason'],
    ['statusForm', { status: 'called', seenSteps: -1 }, 'seenSteps'],
    ['statusForm', { status: 'called', seenSteps: 0.5 }, 'seenSteps'],
    ['statusForm', { status: 'called', seenSteps: '2' }, 'seenSteps'],
    ['statusForm', { status: 'called', windowId: 0 }, 'windowId'],
    ['statusForm', { status: 'called', windowId: -2 }, 'windowId'],
    ['statusForm', { status: 'called', windowId: 1.5 }, 'windowId'],
    ['idParam', { id: '0' }, 'id'],
    ['idParam', { id: '-1' }, 'id'],
    ['idParam', { id: '1.5' }, 'id'],
    ['idParam', { id: '9007199254740992' }, 'id'],
    ['idParam', {}, 'id'],
    ['callsQuery', { after: '-1' }, 'after'],
    ['callsQuery', { after: '0.5' }, 'after'],
    ['currentCallQuery', { t: long(41) }, 't'],
  ])('%s: %j', (form, input, field) => {
    expect(new Set(fields(form, input))).toEqual(new Set([field]))
  })

  test.each([[null], [undefined], ['text'], [7], [[]]])(
    'and rejects what is not a form: %j',
    input => {
      const taken = Object.values(FORMS).filter(form => form.safeParse(input).success)
      expect(taken).toEqual([])
    },
  )
})
