/**
 * Given names and their usual short forms in the United States, in English and Spanish. A table of our own: on
 * 2026-11-29 no package of the npm registry had a list that is maintained and has a clear license. The names of a line
 * count as one; a name may stand in several lines.
 */
const groups = `
abigail abby abbie gail
abraham abe abram
adam adan
adelaide addie della
agnes aggie
albert al bert bertie alberto beto
alejandro alex ale jandro alexander
alexander alex alec lex sandy xander sasha
alexandra alex alexa lexi sandra sandy sasha alejandra
alfred al fred freddie alf alfredo fredo
alice allie ally alicia
allan alan allen al
amanda mandy
andrew andy drew andres
angela angie angelina
ann anne anna annie nan nancy ana anita
anthony tony anton antonio tonio
arthur art artie arturo
barbara barb barbie babs bobbie
bartholomew bart
beatrice bea trixie beatriz
benjamin ben benny benji benjamin
bernard bernie bernardo
bradley brad
brian bryan bryant
calvin cal
cameron cam
carlos charlie
caroline carol carrie carolyn carolina
cassandra cass cassie sandra
catherine cathy kathy kate katie kitty cate cat kathleen katherine kathryn catalina kay
cecilia celia cece
charles charlie chuck chas carlos chip
charlotte lottie char
christian chris
christina christine chris chrissy tina christy kristin kristina kristen cristina
christopher chris topher kit cristobal
clarence clare
clifford cliff
clinton clint
cornelius neil connie
curtis curt
cynthia cindy
daniel dan danny daniela
david dave davey davy
deborah deb debbie debra
delores dolores lola
dennis denny denis
diana diane di
dominic dom nick domingo
donald don donnie donny
dorothy dot dottie dolly
douglas doug
edgar ed eddie
edmund ed eddie ned
eduardo ed eddie lalo edward
edward ed eddie ted teddy ned
eleanor ellie nell nora elena
elizabeth liz lizzie beth betty betsy bess eliza elisa lisa libby isabel elisabeth
emily em emmy
emmanuel manny manuel
enrique quique henry
ernest ernie ernesto neto
esther essie hester
eugene gene eugenio
evelyn evie
ezekiel zeke
felicia fel
fernando nando ferdinand
florence flo flossie
frances fran fannie francie francisca
francis frank fran
francisco frank paco pancho cisco kiko
franklin frank
frederick fred freddie freddy rick fritz federico
gabriel gabe
gabriela gabby
geoffrey geoff jeff jeffrey
george jorge
gerald gerry jerry gerard gerardo
gertrude trudy gertie
gilbert gil bert gilberto
gloria glo
gregory greg gregorio
guadalupe lupe lupita
guillermo memo william
gustavo gus tavo august augustus
gwendolyn gwen wendy
harold harry hal
harriet hattie
helen nell nellie ellen elena
henry hank harry hal
herbert herb bert
howard howie
hubert hugh bert
ignacio nacho
irene rena
isaac ike
isabella bella izzy belle isabel
isidore izzy
jackson jack
jacob jake jack jacobo
jacqueline jackie
james jim jimmy jamie jimmie jaime
jane janie janet jenny
janet jan
jason jay
jeffrey jeff
jennifer jen jenny jenn
jeremiah jerry jeremy
jerome jerry
jesse jess
jessica jess jessie
jesus chuy chucho
joan joanie joanna joanne jo
john jack johnny jon jonny juan
jonathan jon jonny nathan jonathon
jorge george coque
jose pepe joseph che
josefina josie pepa fina
joseph joe joey jo jose
josephine jo josie
joshua josh
juan john juanito
juana jane juanita
judith judy
julia julie jules
justin justino
karen kari
katherine kathy kate katie kat kay kathryn kitty kathleen catherine katharine
kenneth ken kenny
kevin kev
kimberly kim kimmy
laura laurie lori
lawrence larry laurence lorenzo
leo leon leonard leonardo leopold
leonard leo len lenny
leslie les lesley
lewis lew louis
lillian lil lily lilly
linda lindy
louis lou louie luis
louise lou lulu luisa
lucille lucy lucia lucinda
luis lucho louis
madeline maddie madeleine
manuel manny manolo
marcus marc mark marcos
margaret maggie meg peg peggy marge margie margarita rita greta daisy margo
maria mary marie mia
maria mari maricela
martha marty mattie marta
martin marty
marvin marv
mary molly polly mae may mamie maria marie
matilda tilly mattie
matthew matt matty mateo
maurice mo maury mauricio
maxwell max
maximilian max
megan meg
melissa missy mel lissa
melvin mel
mercedes mercy
michael mike mick mickey micky miguel
michelle shelly shelley chelle
mildred millie
miriam mimi mitzi
mitchell mitch
mohammed mohammad muhammad mohamed mohamad muhammed ahmad
montgomery monty
morgan mo
morris mo
nancy nan
natalie nat
natalia talia
nathan nate nat
nathaniel nate nat nathan
nicholas nick nicky nico nicolas
nicole nikki nicki
nora norah
norman norm
oliver ollie
olivia liv livvy
oscar ozzie
pablo paul
pamela pam
patricia pat patty trish tricia patsy
patrick pat paddy patricio
paul pablo paulie
pauline polly
pedro peter
penelope penny
peter pete
philip phil phillip felipe
phyllis phyl
priscilla cilla
prudence prue
rachel rae raquel
ralph rafe
ramon ray moncho raymond
randall randy randolph
rafael rafa raphael
raymond ray
rebecca becky becca
reginald reg reggie
ricardo rick ricky richard
richard rich rick dick ricky richie
robert rob bob bobby robbie bert roberto robby
roberto beto rob
roberta bobbie robbie
rodney rod
rodolfo rudy fito rudolph
roger rog
roland rollie
ronald ron ronnie
rosario charo
rose rosie rosa rosemary rosalie
rosa rosie rosita
roy leroy
russell russ rusty
ruth ruthie
salvador sal chava
samantha sam sammy
samuel sam sammy
sandra sandy
santiago diego james jaime
sara sarah sally sadie
scott scotty
sean shaun shawn
kaitlyn caitlin katelyn kate
sebastian seb bastian
sharon shari
sherry sheri cheryl
sidney sid
silvia sylvia
solomon sol
sophia sophie sofia
stanley stan
stephanie steph stefanie estefania
stephen steve steven stevie stefan esteban
stewart stuart stu
susan sue susie suzy suzanne susana susanna
sylvester sly
tabitha tabby
teresa terry terri tess theresa tessie
terrence terry terence
theodore ted teddy theo teodoro
theresa terry terri tess tracy
thomas tom tommy tomas
timothy tim timmy
tobias toby
tracy trace
tyler ty
ulysses uly
valerie val
vanessa nessa
veronica ronnie vero
vernon vern
victor vic
victoria vicky vicki tori
vicente chente vincent
vincent vince vinny vin
violet vi
virginia ginny ginger
vivian viv
walter walt wally
warren ren
wendell dell
wilhelmina mina minnie willa
william will bill billy willie wm liam willy
winifred winnie fred
winston win
woodrow woody
xavier javier javi
yolanda yoli
zachary zach zack zak
`;

const relatives = new Map<string, Set<string>>();
for (const line of groups.trim().split("\n")) {
  const names = line.split(" ").map((name) => name.normalize("NFD").replace(/[\u0300-\u036f]/g, ""));
  for (const name of names)
    relatives.set(name, new Set([...(relatives.get(name) ?? []), ...names.filter((other) => other !== name)]));
}

const none: ReadonlySet<string> = new Set();

/**
 * The names that may stand for a given name, in lower case with ASCII letters: `bob` for `robert`, and `robert` for
 * `bob`.
 */
export function listNicknames(name: string): ReadonlySet<string> {
  return relatives.get(name) ?? none;
}

/** Whether two given names have a common form: `bob` and `robert`, but also `bob` and `rob`. */
export function areNicknames(one: string, other: string): boolean {
  return listNicknames(one).has(other);
}
