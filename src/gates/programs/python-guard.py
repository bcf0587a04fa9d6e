# Loaded into every Python process (`sitecustomize`). Before the first file of the change runs, it notes the functions of
# `unittest`, pytest, `builtins`, `operator`, much of the library and of tests; after each test and at the end it compares,
# and what the running test asks itself for. Classes of the change cannot say that they are equal to values of others.
def _guard(here, changed):
    import atexit
    import builtins
    import operator
    import os
    import sys
    root = os.path.dirname(here)
    changed = {os.path.join(root, name) for name in changed}
    judges = ('unittest', '_pytest', 'pytest', 'pluggy')
    # Modules of the library by which tests look at what was done.
    library = ('math', 'cmath', 'json', 'pathlib', 'os', 'posixpath', 'io', 're', 'decimal', 'fractions', 'statistics',
        'datetime', 'copy', 'collections', 'functools', 'itertools', 'string', 'csv', 'tempfile', 'shutil', 'dataclasses', 'enum')
    function = type(_guard)
    kinds = (function, staticmethod, classmethod, property, type, type(len))
    modules, managers, kept, others, seen, told, known = [builtins, operator], [], [], [], set(), {}, [0]
    def inner(value):
        return getattr(value, '__func__', getattr(value, 'fget', value))
    def code(value):
        return getattr(inner(value), '__code__', None)
    def keep(owner, where, roots):
        """Notes every function and class of a module or class of these roots."""
        held = vars(owner)
        for name, value in list(held.items()):
            if not isinstance(value, kinds) or (id(owner), name) in seen:
                continue
            seen.add((id(owner), name))
            own = inner(value) if isinstance(inner(value), function) else None
            codes = (own.__code__, own.__defaults__) if own else (None, None)
            (kept if roots is judges else others).append((held, name, value, own, *codes, where + '.' + name, roots is judges))
            if isinstance(value, type) and value.__module__.split('.')[0] in roots:
                keep(value, where + '.' + name, roots)
    def keep_tests():
        """What tests and their helpers brought so far."""
        if len(sys.modules) == known[0]:
            return
        known[0] = len(sys.modules)
        import re
        test_side = re.compile(r'(?:^|[\\/])tests?[\\/]|(?:^|[\\/])(?:test_[^\\/]*|[^\\/]*_test|conftest)[.]py$')
        for name, module in list(sys.modules.items()):
            file = getattr(module, '__file__', None) or ''
            if file.startswith(root + os.sep) and file not in changed and test_side.search(os.path.relpath(file, root)):
                keep(module, name, (name.split('.')[0],))
    def is_own(value):
        return getattr(code(value), 'co_filename', None) in changed
    def is_foreign(value):
        """Whether somebody else than the change wrote it."""
        module = sys.modules.get(value.__module__) if isinstance(value, type) else None
        file = getattr(code(value), 'co_filename', getattr(module, '__file__', None))
        return type(value).__module__ == 'unittest.mock' or (file is not None and file not in changed)
    def look(while_testing):
        for held, name, value, own, codes, defaults, where, is_judge in kept if while_testing else kept + others:
            now = held.get(name)
            if now is value and (own is None or (own.__code__ is codes and own.__defaults__ is defaults)):
                continue
            # Tests replace functions until they end, and with mocks.
            is_test = type(now).__module__ == 'unittest.mock' or (while_testing and now is not value and not is_own(now))
            if not is_test and (is_judge or now is value or (now is not None and not is_foreign(now))):
                told[where] = True
        for plugin in [each for manager in managers for each in manager.get_plugins()]:
            module = sys.modules.get(type(plugin).__module__)
            if getattr(module, '__file__', None) in changed:
                told['plugin ' + type(plugin).__name__] = True
    def state(test):
        """The running test: what it asks itself for, and whether it is expected to fail."""
        outcome = getattr(test, '_outcome', None)
        return dict(vars(test)), getattr(outcome, 'expecting_failure', None), getattr(outcome, 'result', None)
    def look_at(test, before):
        if is_own(getattr(test, 'obj', None)):
            told['the function of a test'] = True
        if before is None:
            return
        now = state(test)
        if now[1] is not before[1] or now[2] is not before[2]:
            told['the outcome of the running test'] = True
        for name, value in now[0].items():
            if before[0].get(name) is not value and callable(value) and hasattr(type(test), name) and not is_foreign(value):
                told['the running test ' + name] = True
    def tracing(name):
        own = getattr(sys, name)
        def trace(function):
            if is_own(function) or is_own(getattr(type(function), '__call__', None)):
                told['sys.' + name] = True
            else:
                own(function)
        setattr(sys, name, trace)
    tracing('settrace')
    tracing('setprofile')
    def plain(cls):
        """Its objects ask the other side whether they are equal, unless that is one of them."""
        for name in ('__eq__', '__ne__'):
            own = vars(cls).get(name)
            if own is None or not is_own(own):
                continue
            def asks(self, other, own=own, name=name):
                return own(self, other) if isinstance(other, cls) else getattr(super(cls, self), name)(other)
            setattr(cls, name, asks)
    build = builtins.__build_class__
    def building(function, *args, **more):
        cls = build(function, *args, **more)
        if isinstance(cls, type) and function.__code__.co_filename in changed:
            plain(cls)
        return cls
    def look_after(owner, name, while_testing):
        own = getattr(owner, name)
        def looking(*args, **more):
            before = None
            if while_testing and kept:
                keep_tests()
                look_at(args[0], None)
                before = state(args[0]) if name == '_callTestMethod' else None
            try:
                return own(*args, **more)
            finally:
                if while_testing:
                    look_at(args[0], before)
                look(while_testing)
        setattr(owner, name, looking)
    def loaded(module):
        name = module.__name__
        if name == 'unittest.case':
            look_after(module.TestCase, 'run', False)
            look_after(module.TestCase, '_callTestMethod', True)
        if name == '_pytest.runner':
            look_after(module, 'runtestprotocol', False)
        if name == '_pytest.python':
            look_after(module.Function, 'runtest', True)
        if name == 'pluggy._manager':
            own = module.PluginManager.__init__
            module.PluginManager.__init__ = lambda self, *args, **more: (managers.append(self), own(self, *args, **more))[1]
        modules.append(module)
        if kept:
            keep(module, name, judges)
    class Finder:
        @staticmethod
        def find_spec(name, path=None, target=None):
            others = [each for each in sys.meta_path if each is not Finder]
            specs = (each.find_spec(name, path, target) for each in others)
            spec = next((each for each in specs if each is not None), None)
            execute = getattr(getattr(spec, 'loader', None), 'exec_module', None)
            is_judge = name.split('.')[0] in judges
            if execute is None or not (is_judge or spec.origin in changed):
                return spec
            def exec_module(module):
                if not is_judge and not kept:
                    for each in modules:
                        keep(each, each.__name__, judges)
                    for each in library:
                        keep(__import__(each), each, library)
                    keep_tests()
                    known[0] = 0
                execute(module)
                if is_judge:
                    loaded(module)
            spec.loader.exec_module = exec_module
            return spec
    builtins.__build_class__ = building
    sys.meta_path.insert(0, Finder)
    def end(leave=os._exit):
        # Pytest takes its own changes back when it ends; it was looked at after every test.
        if '_pytest.runner' not in sys.modules:
            look(False)
        if told:
            sys.stdout.flush()
            sys.stderr.write(''.join('\nALTERED ' + where for where in list(told)[:10]) + '\n')
            sys.stderr.flush()
            leave(1)
    atexit.register(end)
_guard(__import__('os').path.dirname(__import__('os').path.abspath(__file__)), CHANGED)
del _guard
