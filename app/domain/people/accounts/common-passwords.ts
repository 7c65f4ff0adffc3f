/** The stems of the passwords at the top of leaked lists; also compared with digits and signs removed. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passwort passw0rd p@ssw0rd p@ssword letmein welcome qwerty qwertyuiop qwertyui azerty qazwsx qwer asdf asdfgh
asdfghjkl zxcvbn zxcvbnm zaqwsx aa abcd abcde abcdef abcdefg abcdefgh abc iloveyou iloveu loveyou admin administrator root login master secret
changeme default guest test testing tester user username hello hellothere sunshine princess dragon monkey football
baseball basketball soccer hockey superman batman spiderman starwars pokemon naruto michael jennifer jessica ashley
charlie thomas jordan hunter daniel andrew joshua matthew george harry william oliver jack james robert david richard
freedom whatever trustno trustnoone mustang shadow michelle computer internet google facebook instagram twitter youtube
amazon apple samsung microsoft windows liverpool chelsea arsenal manchester united everton rangers celtic tottenham
westham newcastle england london scotland wales ireland britain flower flowers butterfly rainbow unicorn angel angels
babygirl babyboy mummy daddy family forever friends friend lovely lover sweety sweetheart honey cookie chocolate cheese
banana orange summer winter spring autumn january february march april june july august september october november
december monday tuesday wednesday thursday friday saturday sunday ginger pepper buster bailey molly max bella charley
maggie killer pass passpass money secure security access matrix mercedes ferrari porsche corvette phoenix tigger snoopy
mickey minnie blink snow snowball star stars silver golden purple yellow green black white blue red jesus heaven christ
blessed faith love hope peace happy smile lucky cool superstar diamond crystal jasmine rachel nicole hannah sophie
amanda samantha elizabeth victoria charlotte daniela anthony patrick joseph maria veronica natasha lauren megan emily
olivia grace chloe jacob ethan ryan tyler brandon austin justin kevin brian steven peter martin simon gary barry`
    .split(/\s+/)
    .filter(Boolean),
);
