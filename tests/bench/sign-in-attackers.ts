import { createAddress, sendSignIn } from './sign-in.ts'

/**
 * Addresses that guess until this process is ended, each again as soon as it is answered. Prints a
 * character for each password that was checked.
 */
const [url = '', count = '', names = '', networks = ''] = process.argv.slice(2)

for (let n = 0; n < Number(count); n++) void guessForEver(n)

async function guessForEver(n: number) {
  const address = createAddress(n, networks)
  for (let times = 0; ; times++) {
    const username = names === 'one name' ? 'nurse' : `nobody${n}-${times}`
    const status = await sendSignIn(url, { username, password: 'a guess', address })
    if (status === 401) process.stdout.write('.')
  }
}
